import { ImportRefusedError, MAX_ROWS } from './limits.js';
import type { SourceRow } from './source-row.js';

/** @throws ImportRefusedError after the maximum number of rows */
export async function* limitRows(rows: AsyncIterable<SourceRow>): AsyncGenerator<SourceRow, void> {
  let count = 0;
  for await (const row of rows) {
    if (++count > MAX_ROWS) throw new ImportRefusedError(TOO_MANY);
    yield row;
  }
}

const TOO_MANY = `It has more than ${MAX_ROWS} rows. Split it into smaller files. Rows already imported are recognized.`;
