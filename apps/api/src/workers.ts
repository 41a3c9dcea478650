import { Logger } from '@nestjs/common';
import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import { constants } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import type { Environment } from '#libs/config/src/environment.js';
import { collectWorkersMetrics } from '#libs/metrics/src/workers-metrics.js';
import { END_SIGNALS, longestEnding } from './ending.js';
import { RestartPauses } from './restart-pauses.js';

/** Milliseconds after the shutdown timeout at which a remaining worker is killed. */
const KILL_AFTER_MS = 1_000;

const logger = new Logger('Workers');

/** Message to the parent process, which is the first process of the cluster or `supervise.ts`. */
type Report = { type: 'started' | 'final' };

/** Reports whether this process is the one that logs startup information. */
export function isFirstProcess(): boolean {
  return (cluster.worker?.id ?? 1) === 1;
}

/**
 * Runs the program in several processes that share its port. Restarts workers that die and passes
 * shutdown signals on to them. This process ends once all workers have ended.
 */
export async function runWorkers(environment: Environment): Promise<void> {
  collectWorkersMetrics();
  const ending = new AbortController();
  const endAll = (signal: NodeJS.Signals) => {
    ending.abort();
    killAll(signal);
    setTimeout(() => killAll('SIGKILL'), longestEnding(environment) + KILL_AFTER_MS).unref();
  };
  for (const signal of END_SIGNALS) process.on(signal, endAll);
  process.on('SIGHUP', killAll);
  process.on('disconnect', () => endAll('SIGTERM')).channel?.unref();
  process.on('uncaughtException', (error) => {
    logger.fatal(error);
    process.exitCode = 1;
    endAll('SIGTERM');
  });
  // The first worker migrates the database before the others use it.
  const first = cluster.fork();
  await untilStarted(first);
  void keepRunning(first, ending.signal);
  for (let started = 1; started < environment.WORKERS; started++) {
    void keepRunning(cluster.fork(), ending.signal);
  }
  report('started');
}

/** Replaces the worker, and its replacements, when they die, until the program ends. */
async function keepRunning(worker: Worker, ending: AbortSignal): Promise<void> {
  const pauses = new RestartPauses();
  for (;;) {
    pauses.started();
    const [code, signal] = await closingOf(worker);
    if (ending.aborted) {
      process.exitCode ||= exitCodeOf(code, signal);
      return;
    }
    const seconds = pauses.died();
    const { pid } = worker.process;
    const cause = pid ? `Worker ${pid} died (${signal ?? `code ${code}`})` : 'No worker started';
    logger.error(`${cause}. Starting another one in ${seconds} s.`);
    await pause(seconds * 1_000, undefined, { signal: ending }).catch(() => undefined);
    if (ending.aborted) return;
    worker = cluster.fork();
  }
}

/** Waits for the end of a worker's process, even if the system refuses to start one. */
function closingOf(worker: Worker): Promise<Exit> {
  worker.on('error', ({ message }) => logger.error(message));
  return new Promise((resolve) => worker.process.once('close', (...exit) => resolve(exit)));
}

function killAll(signal: NodeJS.Signals): void {
  for (const worker of Object.values(cluster.workers!)) worker!.process.kill(signal);
}

/**
 * Reports to the parent process, if any, that this process serves requests, or that it ends and a
 * restart would do harm.
 */
export function report(type: Report['type']): void {
  process.send?.({ type } satisfies Report);
}

/**
 * Waits until the worker has started. If it ends instead, exits: the worker has logged why.
 */
async function untilStarted(worker: Worker): Promise<void> {
  const starts = new Promise<undefined>((resolve) =>
    worker.on('message', ({ type }: Report) => type === 'started' && resolve(undefined)),
  );
  const exit = await Promise.race([starts, once(worker, 'exit') as Promise<Exit>]);
  if (exit) process.exit(exitCodeOf(...exit));
}

type Exit = [code: number | null, signal: NodeJS.Signals | null];

/** Returns the exit code that a shell reports: 128 and the number of the signal, if one ended it. */
function exitCodeOf(...[code, signal]: Exit): number {
  return code ?? 128 + constants.signals[signal!];
}
