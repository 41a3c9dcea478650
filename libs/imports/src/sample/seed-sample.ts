import { join } from 'node:path';
import type { Clock } from '#libs/config/src/clock.js';
import { PROJECT_ROOT } from '#libs/config/src/project-root.js';
import type { Database } from '#libs/database/src/database.js';
import { BATCH_DEADLINE, BatchTransactions } from '../writing/batch-transactions.js';
import { DirectoryWriter } from '../writing/directory-writer.js';
import { runImport } from '../run-import.js';
import { openSource } from '../source/open-source.js';

const SAMPLE = join(PROJECT_ROOT, 'libs/imports/sample/businesses.csv');

const NEVER = new AbortController().signal;

/**
 * Fills an empty directory with the fictional sample. Processes that start together may all try:
 * an import recognises what another one has brought.
 *
 * @returns how many businesses were added
 */
export async function seedSample(database: Database, clock: Clock): Promise<number> {
  if (await database.probe('SELECT FROM businesses LIMIT 1')) return 0;
  let added = 0;
  const source = await openSource(SAMPLE);
  const transactions = new BatchTransactions(() => database.pool.connectFor(BATCH_DEADLINE));
  await runImport(source, new DirectoryWriter(transactions, clock), NEVER, (row) => {
    if (row.kind === 'rejected') throw new Error(`Sample, line ${row.line}: ${row.reason}`);
    if (row.kind === 'inserted') added++;
  });
  return added;
}
