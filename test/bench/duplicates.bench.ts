import { openSource } from '#libs/imports/src/source/open-source.js';
import { cleaned, fictionalRows, measurePairs, totalsOf } from '../support/duplicate-pairs.ts';
import { createMigratedDatabase } from '../support/own-database.ts';

const FICTIONAL = 2_000;
const MAX_EXAMPLES = 3;

/** Measures how many duplicates imports merge or flag, in fictional businesses or those of a file. */
export async function benchDuplicates(file?: string): Promise<void> {
  const rows = file ? cleaned(await rowsOf(file)) : fictionalRows(FICTIONAL, 1);
  const served = await createMigratedDatabase();
  try {
    const counts = await measurePairs(served.database, rows);
    const { pairs, recall, mergePrecision } = totalsOf(counts);
    console.log(`${pairs} pairs of one business, from ${file ?? 'fictional businesses'}:`);
    console.table(counts, ['kind', 'same', 'pairs', 'merged', 'flagged', 'apart']);
    console.log(`Merged or flagged: ${(100 * recall).toFixed(1)} %`);
    console.log(`Merges that are right: ${(100 * mergePrecision).toFixed(1)} %`);
    for (const { kind, wrong } of counts) {
      for (const pair of wrong.slice(0, MAX_EXAMPLES)) console.log(`${kind}: ${pair}`);
    }
  } finally {
    await served.close();
  }
}

async function rowsOf(file: string): Promise<object[]> {
  const rows: object[] = [];
  for await (const row of (await openSource(file)).rows()) {
    if ('record' in row) rows.push(row.record);
  }
  return rows;
}
