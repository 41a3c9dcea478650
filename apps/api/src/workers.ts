import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import { collectWorkersMetrics } from '#libs/metrics/src/workers-metrics.js';

const REPLACE_AFTER_MS = 1_000;
const STARTED = 'started';

/** Whether this process is the one to say, once for all, what there is to say at start. */
export function isFirstProcess(): boolean {
  return (cluster.worker?.id ?? 1) === 1;
}

/**
 * Runs the program in several processes that share its port, replaces those that die, and passes
 * the signal to end on to them; when they have ended, nothing keeps this process.
 */
export async function runWorkers(count: number): Promise<void> {
  collectWorkersMetrics();
  let isEnding = false;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      isEnding = true;
      for (const worker of Object.values(cluster.workers!)) worker!.process.kill(signal);
    });
  }
  // The first brings the database up to date before the others use it.
  await untilStarted(cluster.fork());
  for (let started = 1; started < count; started++) cluster.fork();

  cluster.on('exit', ({ process: { pid } }) => {
    if (isEnding) return;
    console.error(`Worker ${pid} died; another takes its place.`);
    setTimeout(() => !isEnding && cluster.fork(), REPLACE_AFTER_MS);
  });
}

/** Tells the first process, where there is one, that this one listens. */
export function reportStart(): void {
  cluster.worker?.send({ type: STARTED });
}

/** Ends this process too if the worker ends before it has started; it has said why. */
async function untilStarted(worker: Worker): Promise<void> {
  const starts = new Promise<boolean>((resolve) =>
    worker.on('message', ({ type }: { type: string }) => type === STARTED && resolve(true)),
  );
  const ends = once(worker, 'exit').then(() => false);
  if (!(await Promise.race([starts, ends]))) process.exit(1);
}
