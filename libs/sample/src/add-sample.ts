import type { PoolClient } from 'pg';
import type { Clock } from '#libs/config/src/clock.js';
import type { Database } from '#libs/database/src/database.js';
import { runImport } from '#libs/imports/src/run-import.js';
import { openSource } from '#libs/imports/src/source/open-source.js';
import { BATCH_DEADLINE, BatchTransactions } from '#libs/imports/src/writing/batch-transactions.js';
import { DirectoryWriter } from '#libs/imports/src/writing/directory-writer.js';
import { slugify } from '#libs/text/src/identifiers.js';
import { addDeals } from './deals.js';
import { addEvents } from './events.js';
import { sampleFile, readSample } from './sample-file.js';
import { insertCategories } from './sample.repository.js';

const NEVER = new AbortController().signal;

/**
 * Adds the sample to the directory. Events and deals take place from now on.
 * Processes that start at the same time may all try, because each one recognizes rows that another
 * has added.
 */
export async function addSample(database: Database, clock: Clock): Promise<void> {
  const transactions = new BatchTransactions(() => database.pool.connectFor(BATCH_DEADLINE));
  await transactions.run(addCategories);
  await addBusinesses(transactions, clock);
  await transactions.run(async (client) => {
    await addEvents(client, clock.now());
    await addDeals(client, clock.now());
  });
}

async function addBusinesses(transactions: BatchTransactions, clock: Clock): Promise<void> {
  const source = await openSource(sampleFile('businesses.csv'));
  await runImport(source, new DirectoryWriter(transactions, clock), NEVER, (row) => {
    if (row.kind === 'rejected')
      throw new Error(`Line ${row.line} of the sample data is invalid: ${row.reason}`);
  });
}

/** Adds the category tree. The businesses file contains only its leaves. */
async function addCategories(client: PoolClient): Promise<void> {
  const tree = Object.entries(await readSample<Record<string, string[]>>('categories.json'));
  await insertCategories(
    client,
    tree.map(([top]) => ({ name: top, parent: null })),
  );
  await insertCategories(
    client,
    tree.flatMap(([top, names]) => names.map((name) => ({ name, parent: slugify(top) }))),
  );
}
