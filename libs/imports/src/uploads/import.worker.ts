import { constants, setPriority } from 'node:os';
import { Pool } from 'pg';
import { parentPort, workerData } from 'node:worker_threads';
import { SystemClock } from '#libs/config/src/clock.js';
import { connectionConfig } from '#libs/database/src/connection-config.js';
import { applicationName, DatabaseClient } from '#libs/database/src/connections/database-client.js';
import { isDatabaseUnavailable } from '#libs/database/src/database-errors.js';
import { rowsInBatch } from '../run-import.js';
import { ImportRefusedError } from '../source/limits.js';
import { openSource } from '../source/open-source.js';
import { BATCH_DEADLINE, BatchTransactions } from '../writing/batch-transactions.js';
import { DirectoryWriter } from '../writing/directory-writer.js';
import { keyMapping } from '../writing/import-source.js';
import { ImportProgress } from './import-progress.js';
import type { ImportMessage, ImportOutcome, ImportTask } from './import-thread.js';
import { runRecordedImport } from './run-recorded-import.js';

/**
 * Worker thread that runs one import, and posts its progress and finally its result.
 */

/** Interval between progress messages, in milliseconds. */
const PROGRESS_MS = 1_000;

const {
  id,
  path,
  dryRun,
  source: from,
  complete,
  maxMissing,
  mapping,
  sheet,
  environment,
} = workerData as ImportTask;
// Requests come first. Only Linux sets the priority of one thread: setpriority(2).
if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_BELOW_NORMAL);

const stop = new AbortController();
parentPort!.once('message', () => stop.abort());

const pool = new Pool({
  Client: DatabaseClient,
  ...(await connectionConfig(environment)),
  max: 1,
  query_timeout: BATCH_DEADLINE,
  fallback_application_name: applicationName('import'),
});
// The pool replaces idle connections that break. Without a listener, the error would end the
// thread.
pool.on('error', () => {});

post({ outcome: await importFile() });
await pool.end();
parentPort!.close();

async function importFile(): Promise<ImportOutcome> {
  let progress: ImportProgress | undefined;
  try {
    const source = await openSource(path, {
      mapping: { ...mapping, ...keyMapping(from) },
      sheet: sheet ?? undefined,
    });
    const transactions = new BatchTransactions(() => pool.connect(), {
      name: `import:${id}`,
      signal: stop.signal,
      yields: !environment.DATABASE_URL,
    });
    const writer = new DirectoryWriter(transactions, new SystemClock(), {
      source: from,
      importId: id,
      isDryRun: dryRun,
    });
    progress = new ImportProgress(source, writer);
    let postedAt = performance.now();
    const isWhole = await runRecordedImport(source, writer, progress, {
      complete,
      maxMissing,
      signal: stop.signal,
      rows: rowsInBatch(environment),
      listener: () => {
        if (performance.now() - postedAt < PROGRESS_MS) return;
        postedAt = performance.now();
        post({ record: progress!.record });
      },
    });
    return { kind: isWhole ? 'finished' : 'stopped' };
  } catch (error) {
    if (error instanceof ImportRefusedError) return { kind: 'refused', sentence: error.message };
    if (isDatabaseUnavailable(error)) return { kind: 'databaseAway' };
    return { kind: 'failed', error: error as Error };
  } finally {
    if (progress) post({ record: progress.record });
  }
}

function post(message: ImportMessage): void {
  parentPort!.postMessage(message);
}
