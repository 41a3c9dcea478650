import { Worker } from 'node:worker_threads';
import type { Environment } from '#libs/config/src/environment.js';
import { workerFile } from '#libs/config/src/worker-file.js';

export interface ExportTask {
  environment: Pick<Environment, 'DATABASE_URL' | 'DATA_DIR' | 'PUBLIC_URL'>;
}

export type ExportOutcome =
  | { kind: 'made' }
  /** Another process is making one. */
  | { kind: 'elsewhere' }
  | { kind: 'diskFull' | 'databaseAway' | 'tooManyChanges' | 'failed'; sentence: string };

const WORKER = 'libs/copying/src/export/export.worker.js';

/** Where `--max-old-space-size` is given, that counts instead. */
const MAX_MEMORY_MB = 128;

/**
 * The making of an export in a thread of its own, where reading and compressing a million records
 * keeps no request waiting.
 */
export class ExportThread {
  readonly outcome: Promise<ExportOutcome>;
  private readonly worker: Worker;

  constructor({ DATABASE_URL, DATA_DIR, PUBLIC_URL }: Environment) {
    const task: ExportTask = { environment: { DATABASE_URL, DATA_DIR, PUBLIC_URL } };
    this.worker = new Worker(workerFile(WORKER), {
      workerData: task,
      resourceLimits: { maxOldGenerationSizeMb: MAX_MEMORY_MB },
    });
    this.outcome = new Promise((resolve) => {
      const fail = (sentence: string) => resolve({ kind: 'failed', sentence });
      this.worker.once('message', resolve);
      this.worker.once('error', (error) => fail(error.message));
      this.worker.once('exit', (code) => fail(`Its thread ended with code ${code}.`));
    });
  }

  /** Breaks it off; the next export removes what it leaves. */
  async stop(): Promise<void> {
    await this.worker.terminate();
  }
}
