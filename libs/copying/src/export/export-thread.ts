import type { Worker } from 'node:worker_threads';
import type { Environment } from '#libs/config/src/environment.js';
import { startThread } from '#libs/config/src/start-thread.js';
import type { ExportFormat } from './export-file.js';

export interface ExportTask {
  environment: Pick<Environment, 'DATABASE_URL' | 'DATA_DIR' | 'PUBLIC_URL'>;
  format: ExportFormat;
}

export type ExportOutcome =
  | { kind: 'made' }
  /** Another process is writing an export of this format, or takes long to write another one. */
  | { kind: 'elsewhere' }
  | { kind: 'diskFull' | 'databaseAway' | 'tooManyChanges' | 'failed'; sentence: string };

const WORKER = 'libs/copying/src/export/export.worker.js';

/** Heap limit of the thread. `--max-old-space-size` overrides it. */
const MAX_MEMORY_MB = 128;

/**
 * Writes an export in a worker thread, so that reading and compressing a million records delays no
 * request.
 */
export class ExportThread {
  readonly outcome: Promise<ExportOutcome>;
  private readonly worker: Worker;

  constructor({ DATABASE_URL, DATA_DIR, PUBLIC_URL }: Environment, format: ExportFormat) {
    const task: ExportTask = { environment: { DATABASE_URL, DATA_DIR, PUBLIC_URL }, format };
    this.worker = startThread(WORKER, { task, memoryMb: MAX_MEMORY_MB });
    this.outcome = new Promise((resolve) => {
      const fail = (sentence: string) => resolve({ kind: 'failed', sentence });
      this.worker.once('message', resolve);
      this.worker.once('error', (error) => fail(error.message));
      this.worker.once('exit', (code) => fail(`The export thread exited with code ${code}.`));
    });
  }

  /** Aborts the export. The next export removes its temporary files. */
  async stop(): Promise<void> {
    await this.worker.terminate();
  }
}
