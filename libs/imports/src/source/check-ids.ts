import { keyOf } from '../writing/import-source.js';
import { SeenIdentities } from '../writing/seen-identities.js';
import { ImportRefusedError } from './limits.js';
import type { SourceRow } from './source-row.js';

/** Maximum repeated ids accepted in any file, few enough to review in the report. */
const MAX_REPEATED = 10;
/** Maximum percentage of rows that may repeat an id beyond that. */
const MAX_SHARE = 1;

/**
 * Checks in a whole file whether a column identifies its rows, before anything is imported.
 *
 * @throws ImportRefusedError if the column repeats ids too often
 */
export async function checkIds(rows: AsyncIterable<SourceRow>, column: string): Promise<void> {
  const seen = new SeenIdentities();
  let total = 0;
  let repeated = 0;
  for await (const row of rows) {
    const key = 'record' in row ? keyOf(row.record) : null;
    if (key === null) continue;
    total++;
    if (seen.has(key)) repeated++;
    else seen.add(key, row.line);
  }
  if (repeated <= MAX_REPEATED || repeated * 100 <= MAX_SHARE * total) return;
  throw new ImportRefusedError(
    `The column ${column} does not identify its rows: ${repeated} of ${total} repeat the id of ` +
      'an earlier row. Choose a column with a unique value in every row, or import the file ' +
      'without an id column. Nothing was imported.',
  );
}
