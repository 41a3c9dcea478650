import type { Worker } from 'node:worker_threads';
import type { Environment } from '#libs/config/src/environment.js';
import { startThread } from '#libs/config/src/start-thread.js';
import type { ImportRecord } from './import-progress.js';
import type { LeasedImport } from './imports.repository.js';

export interface ImportTask extends LeasedImport {
  path: string;
  environment: Pick<Environment, 'DATA_DIR' | 'DATABASE_URL'>;
}

/** Result of an import thread. */
export type ImportOutcome =
  | { kind: 'finished' }
  /** Stopped on request before the end of the file. */
  | { kind: 'stopped' }
  /** The sentence is shown to the admin who sent the file. */
  | { kind: 'refused'; sentence: string }
  | { kind: 'databaseAway' }
  | { kind: 'failed'; error: Error };

/** Message from the thread. */
export type ImportMessage = { record: ImportRecord } | { outcome: ImportOutcome };

const WORKER = 'libs/imports/src/uploads/import.worker.js';

export interface ImportLimits {
  minutes: number;
  /**
   * Maximum JavaScript heap in megabytes. If Node runs with `--max-old-space-size`, that limit
   * applies instead.
   */
  memoryMb: number;
}

/** Maximum time in milliseconds to stop between two batches before the thread is terminated. */
const STOP_TIMEOUT = 5_000;
/** Maximum time in milliseconds without progress. */
const STALL_TIMEOUT = 600_000;

/**
 * Runs an import in its own thread. No file content can block requests or exhaust the memory of
 * the process.
 */
export class ImportThread {
  readonly outcome: Promise<ImportOutcome>;
  /** Latest progress. */
  record: ImportRecord | undefined;
  private readonly worker: Worker;
  private isStopping = false;

  constructor(
    task: ImportTask,
    private readonly limits: ImportLimits,
  ) {
    this.worker = startThread(WORKER, { task, memoryMb: limits.memoryMb });
    this.outcome = this.watch();
  }

  /**
   * Stops the import between two batches, or terminates the thread, which rolls back the current
   * batch.
   */
  async stop(): Promise<void> {
    this.isStopping = true;
    this.worker.postMessage('stop');
    const timeIsUp = new Promise((resolve) => setTimeout(resolve, STOP_TIMEOUT).unref());
    await Promise.race([this.outcome, timeIsUp]);
    await this.worker.terminate();
  }

  private watch(): Promise<ImportOutcome> {
    return new Promise((resolve) => {
      const giveUp = (sentence: string) => {
        resolve({ kind: 'refused', sentence });
        void this.worker.terminate();
      };
      const { minutes } = this.limits;
      const late = setTimeout(() => giveUp(tooSlow(minutes)), minutes * 60_000).unref();
      const stalled = setTimeout(() => giveUp(STALLED), STALL_TIMEOUT).unref();
      this.worker.on('message', (message: ImportMessage) => {
        stalled.refresh();
        if ('record' in message) this.record = message.record;
        else resolve(message.outcome);
      });
      this.worker.once('error', (error: NodeJS.ErrnoException) => {
        const isMemory = error.code === 'ERR_WORKER_OUT_OF_MEMORY';
        resolve(isMemory ? { kind: 'refused', sentence: TOO_LARGE } : { kind: 'failed', error });
      });
      this.worker.once('exit', (code) => {
        clearTimeout(late);
        clearTimeout(stalled);
        const error = new Error(`The import thread exited with code ${code}.`);
        resolve(this.isStopping ? { kind: 'stopped' } : { kind: 'failed', error });
      });
    });
  }
}

const TOO_LARGE = 'The import exceeded its memory limit. Split the file.';
const STALLED = 'The import made no progress for ten minutes.';
const tooSlow = (minutes: number) =>
  `The import exceeded the limit of ${minutes} minutes for files of this size. The rows imported ` +
  'so far are kept. Split the file, or import it on the server: npx mnbd import FILE';
