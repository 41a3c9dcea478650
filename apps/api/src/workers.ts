import { Logger } from '@nestjs/common';
import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import type { Environment } from '#libs/config/src/environment.js';
import { collectWorkersMetrics } from '#libs/metrics/src/workers-metrics.js';
import { END_SIGNALS, longestEnding } from './ending.js';

const REPLACE_AFTER_MS = 1_000;
/** A worker that has not ended by itself this long after it should have is killed. */
const KILL_AFTER_MS = 1_000;

/** What a process tells the one that started it: the first of the workers, or `supervise.ts`. */
type Report = { type: 'started' | 'final' };

/** Whether this process is the one to say, once for all, what there is to say at start. */
export function isFirstProcess(): boolean {
  return (cluster.worker?.id ?? 1) === 1;
}

/**
 * Runs the program in several processes that share its port, replaces those that die, and passes
 * the signals to end on to them; when they have ended, nothing keeps this process.
 */
export async function runWorkers(environment: Environment): Promise<void> {
  const logger = new Logger('Workers');
  collectWorkersMetrics();
  let isEnding = false;
  const endAll = (signal: NodeJS.Signals) => {
    isEnding = true;
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
  // The first brings the database up to date before the others use it.
  await untilStarted(cluster.fork());
  for (let started = 1; started < environment.WORKERS; started++) cluster.fork();
  report('started');

  cluster.on('exit', ({ process: { pid } }, code) => {
    if (isEnding) {
      process.exitCode ||= code ?? 1;
      return;
    }
    logger.error(`Worker ${pid} died; another takes its place.`);
    setTimeout(() => !isEnding && cluster.fork(), REPLACE_AFTER_MS);
  });
}

function killAll(signal: NodeJS.Signals): void {
  for (const worker of Object.values(cluster.workers!)) worker!.process.kill(signal);
}

/**
 * Tells whoever started this process, if that is a process of ours, that it serves; or that it ends and
 * another in its place would do harm.
 */
export function report(type: Report['type']): void {
  process.send?.({ type } satisfies Report);
}

/** Ends this process too if the worker ends before it has started; it has said why. */
async function untilStarted(worker: Worker): Promise<void> {
  const starts = new Promise<boolean>((resolve) =>
    worker.on('message', ({ type }: Report) => type === 'started' && resolve(true)),
  );
  const ends = once(worker, 'exit').then(() => false);
  if (!(await Promise.race([starts, ends]))) process.exit(1);
}
