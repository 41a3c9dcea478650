import { readFileSync } from 'node:fs';
import { Agent, get } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import type { Probed, Stall } from './stall-watch.ts';

/** Milliseconds between two probes, and the longest time a probe takes on an idle server. */
const EVERY = 4;
const UNREMARKABLE = 10;

/** An address of its own, so that its requests leave the limits of other clients alone. */
const headers = { 'x-forwarded-for': '192.0.2.1' };

const { url, pid } = workerData as Probed;
const agent = new Agent({ keepAlive: true, maxSockets: 1 });

for (;;) {
  const began = now();
  const waited = waitForProcessors();
  await probe();
  const milliseconds = now() - began - (waitForProcessors() - waited);
  if (milliseconds > UNREMARKABLE) parentPort!.postMessage({ began, milliseconds } satisfies Stall);
  await delay(EVERY);
}

/** Resolves on any response, or when the connection fails. */
function probe(): Promise<void> {
  return new Promise((resolve) => {
    get(url, { agent, headers }, (answer) => answer.resume().on('close', resolve)).on('error', () =>
      resolve(),
    );
  });
}

/** Returns the milliseconds on a clock that all threads share. */
function now(): number {
  return Number(process.hrtime.bigint()) / 1e6;
}

/**
 * Returns the milliseconds that the server's main thread and this one have waited for a processor.
 */
function waitForProcessors(): number {
  return runDelay(`/proc/${pid}/task/${pid}/schedstat`) + runDelay('/proc/thread-self/schedstat');
}

/** Reads the milliseconds on a run queue (second figure, in nanoseconds); 0 on other systems. */
function runDelay(schedstat: string): number {
  try {
    return Number(readFileSync(schedstat, 'utf8').split(' ')[1]) / 1e6;
  } catch {
    return 0;
  }
}
