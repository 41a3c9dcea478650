import { setTimeout as delay } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { Environment } from '#libs/config/src/environment.js';
import { workerFile } from '#libs/config/src/worker-file.js';
import type { ImportRecord } from './import-progress.js';
import type { ClaimedImport } from './imports.service.js';

export interface ImportTask extends Pick<
  ClaimedImport,
  'id' | 'dryRun' | 'source' | 'complete' | 'maxMissing' | 'mapping' | 'sheet'
> {
  path: string;
  environment: Pick<Environment, 'DATA_DIR' | 'DATABASE_URL'>;
}

/** How an import ended. */
export type ImportOutcome =
  | { kind: 'finished' }
  /** Because it was asked to, before the end of the file. */
  | { kind: 'stopped' }
  /** The sentence is for whoever sent the file. */
  | { kind: 'refused'; sentence: string }
  | { kind: 'databaseAway' }
  | { kind: 'failed'; error: Error };

/** What the thread says. */
export type ImportMessage = { record: ImportRecord } | { outcome: ImportOutcome };

const WORKER = 'libs/imports/src/uploads/import.worker.js';

/** Limits of an import. */
export interface ImportLimits {
  minutes: number;
  /** Of JavaScript. Where `--max-old-space-size` is given, that counts instead. */
  memoryMb: number;
}

/** Milliseconds that an import may take to stop between two batches, and then is broken off. */
const STOP_TIMEOUT = 5_000;
/** Milliseconds without a row, after which nothing is to be expected any more. */
const STALL_TIMEOUT = 600_000;

/**
 * An import in a thread of its own, so that nothing that a file holds can block requests, nor end
 * the process by the memory it takes.
 */
export class ImportThread {
  readonly outcome: Promise<ImportOutcome>;
  /** How far it is. */
  record: ImportRecord | undefined;
  private readonly worker: Worker;
  private isStopping = false;

  constructor(
    task: ImportTask,
    private readonly limits: ImportLimits,
  ) {
    this.worker = new Worker(workerFile(WORKER), {
      workerData: task,
      resourceLimits: { maxOldGenerationSizeMb: limits.memoryMb },
    });
    this.outcome = this.watch();
  }

  /** Ends it: between two batches, or else where it is, which undoes the batch. */
  async stop(): Promise<void> {
    this.isStopping = true;
    this.worker.postMessage('stop');
    await Promise.race([this.outcome, delay(STOP_TIMEOUT, undefined, { ref: false })]);
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
        const error = new Error(`The thread of the import ended with code ${code}.`);
        resolve(this.isStopping ? { kind: 'stopped' } : { kind: 'failed', error });
      });
    });
  }
}

const TOO_LARGE = 'It takes more memory than an import may have.';
const STALLED = 'No row of it was done in ten minutes.';
const tooSlow = (minutes: number) =>
  `It took longer than ${minutes} minutes, the most for a file of this size. The rows that were ` +
  'imported stay. Split the file, or import it on the server: npx mnbd import FILE';
