import { keyOf } from '../writing/import-source.js';
import { MetIdentities } from '../writing/met-identities.js';
import { ImportRefusedError } from './limits.js';
import type { SourceRow } from './source-row.js';

/** A person can look at this many repeated ids in the report, however small the file is. */
const MAX_REPEATED = 10;
/** Share of rows, in percent, that may repeat an id when there are more. */
const MAX_SHARE = 1;

/**
 * Looks through a whole file before any of it is used, for whether a column identifies its rows.
 *
 * @throws ImportRefusedError where it repeats too often for that
 */
export async function checkIds(rows: AsyncIterable<SourceRow>, column: string): Promise<void> {
  const met = new MetIdentities();
  let [total, repeated] = [0, 0];
  for await (const row of rows) {
    const key = 'record' in row ? keyOf(row.record) : null;
    if (key === null) continue;
    total++;
    if (met.has(key)) repeated++;
    else met.add(key, row.line);
  }
  if (repeated <= MAX_REPEATED || repeated * 100 <= MAX_SHARE * total) return;
  throw new ImportRefusedError(
    `The column ${column} does not identify its rows: ${repeated} of ${total} repeat the id of ` +
      'an earlier row. Name a column in which every row has its own value, or import the file ' +
      'without an id column. Nothing was imported.',
  );
}
