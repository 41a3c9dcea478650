import { realpath } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { connectionConfig } from '#libs/database/src/connection-config.js';
import { createClient } from '#libs/database/src/connections/database-client.js';
import { isDatabaseUnavailable } from '#libs/database/src/database-errors.js';
import { TooManyChangesError } from './changed-lines.js';
import { ExportFolder } from './export-folder.js';
import { ExportRepository } from '../copying.repository.js';
import type { ExportOutcome, ExportTask } from './export-thread.js';
import { makeExport } from './make-export.js';
import { makeParquet } from './parquet.js';

/** Worker thread that writes one export and reports its outcome. */

/** Timeout of one statement, in milliseconds. */
const STATEMENT_DEADLINE = 30_000;
/** Milliseconds between two attempts to take the lock of the folder. */
const RETRY_EVERY_MS = 100;
/** Maximum wait for the lock of the folder, in milliseconds. */
const MAX_WAIT_MS = 60_000;

const { environment, format } = workerData as ExportTask;
const client = createClient({
  ...(await connectionConfig(environment)),
  query_timeout: STATEMENT_DEADLINE,
});

parentPort!.postMessage(await exportOnce());
await client.end();
parentPort!.close();

async function exportOnce(): Promise<ExportOutcome> {
  try {
    await client.connect();
    const folder = new ExportFolder(environment.DATA_DIR, environment.PUBLIC_URL);
    await folder.make();
    const path = await realpath(folder.path);
    const locks = new ExportRepository(client);
    if (!(await locks.tryLock(`${path} ${format}`))) return { kind: 'elsewhere' };
    // Another process may be writing an export of another format to the folder.
    const deadline = performance.now() + MAX_WAIT_MS;
    while (!(await locks.tryLock(path))) {
      if (performance.now() > deadline) return { kind: 'elsewhere' };
      await delay(RETRY_EVERY_MS);
    }
    const startedAt = performance.now();
    await makeExport(client, folder, environment.PUBLIC_URL);
    if (format === 'parquet') await makeParquet(folder, startedAt);
    return { kind: 'made' };
  } catch (error) {
    return { kind: reasonOf(error), sentence: (error as Error).message };
  }
}

function reasonOf(error: unknown): 'diskFull' | 'databaseAway' | 'tooManyChanges' | 'failed' {
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'ENOSPC' || code === 'EDQUOT') return 'diskFull';
  if (isDatabaseUnavailable(error)) return 'databaseAway';
  return error instanceof TooManyChangesError ? 'tooManyChanges' : 'failed';
}
