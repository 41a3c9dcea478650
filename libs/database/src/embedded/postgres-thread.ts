import { setTimeout as delay } from 'node:timers/promises';
import type { Worker } from 'node:worker_threads';
import { startThread } from '#libs/config/src/start-thread.js';

const WORKER = 'libs/database/src/embedded/embedded-postgres.worker.js';
/** Maximum time to wait for a running statement on stop. */
const STOP_TIMEOUT_MS = 3_000;
/** Maximum heap size. PostgreSQL's own memory is outside the heap. */
const MEMORY_MB = 160;

/** Message of the thread: that it is ready, or why it failed. */
export type Report = 'ready' | { failure: string };

/** Thread that runs PGlite. */
export class PostgresThread {
  private constructor(
    private readonly worker: Worker,
    /** Resolves with the cause when the database fails or has been stopped. */
    readonly failed: Promise<string>,
    private readonly exited: Promise<unknown>,
  ) {}

  /** @throws Error with the cause if the database cannot be opened */
  static async start(databaseDir: string, socketPath: string): Promise<PostgresThread> {
    const worker = startThread(WORKER, { task: { databaseDir, socketPath }, memoryMb: MEMORY_MB });
    const exited = new Promise((resolve) => worker.on('exit', resolve));
    const failed = new Promise<string>((resolve) => {
      worker.on('message', (report: Report) => report !== 'ready' && resolve(report.failure));
      worker.on('error', ({ message }) => resolve(message));
      worker.on('exit', (code) => resolve(`its thread exited with code ${code}`));
    });
    const ready = new Promise<undefined>((resolve) =>
      worker.on('message', (report: Report) => report === 'ready' && resolve(undefined)),
    );
    const failure = await Promise.race([ready, failed]);
    const thread = new PostgresThread(worker, failed, exited);
    if (failure === undefined) return thread;
    await thread.kill();
    throw new Error(failure);
  }

  /** Closes the database, and kills the thread if it does not respond. */
  async stop(): Promise<void> {
    this.worker.postMessage('stop');
    await Promise.race([this.exited, delay(STOP_TIMEOUT_MS, undefined, { ref: false })]);
    await this.kill();
  }

  /**
   * Kills the thread immediately. The database recovers at the next start, as after a power
   * failure.
   */
  async kill(): Promise<void> {
    await this.worker.terminate();
  }
}
