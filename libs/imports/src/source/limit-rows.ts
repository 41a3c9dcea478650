import { ImportRefusedError, MAX_ROWS } from './limits.js';
import type { SourceRow } from './source-row.js';

/** @throws ImportRefusedError after the maximum number of rows */
export async function* limitRows(
  rows: AsyncIterable<SourceRow>,
  most = MAX_ROWS,
): AsyncGenerator<SourceRow, void> {
  let count = 0;
  for await (const row of rows) {
    if (++count > most) {
      throw new ImportRefusedError(
        `It has more than ${most} rows. Split it into smaller files. Rows already imported are recognized.`,
      );
    }
    yield row;
  }
}
