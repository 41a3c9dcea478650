import { Logger } from '@nestjs/common';
import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import type { Environment } from '#libs/config/src/environment.js';
import { collectWorkersMetrics } from '#libs/metrics/src/workers-metrics.js';
import { END_SIGNALS, longestEnding } from './ending.js';

const REPLACE_AFTER_MS = 1_000;
/** Milliseconds after the shutdown timeout at which a remaining worker is killed. */
const KILL_AFTER_MS = 1_000;

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
  // The first worker migrates the database before the others use it.
  await untilStarted(cluster.fork());
  for (let started = 1; started < environment.WORKERS; started++) cluster.fork();
  report('started');

  cluster.on('exit', ({ process: { pid } }, code) => {
    if (isEnding) {
      process.exitCode ||= code ?? 1;
      return;
    }
    logger.error(`Worker ${pid} died. Starting another one.`);
    setTimeout(() => !isEnding && cluster.fork(), REPLACE_AFTER_MS);
  });
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
  const starts = new Promise<boolean>((resolve) =>
    worker.on('message', ({ type }: Report) => type === 'started' && resolve(true)),
  );
  const ends = once(worker, 'exit').then(() => false);
  if (!(await Promise.race([starts, ends]))) process.exit(1);
}
