import { excerpt } from '#libs/text/src/excerpt.js';
import type { ColumnMapper } from '../columns/column-mapper.js';
import { NOT_DEGREES } from './json/point-of.js';
import { ImportRefusedError } from './limits.js';
import type { SourceRow } from './source-row.js';

/** Maximum rows, and characters of these, searched for the required fields. */
const MAX_ROWS = 1_000;
const MAX_CHARACTERS = 8_000_000;

/**
 * Passes rows on once one of the first rows has a business name and all mapped fields, and any
 * points are usable. Records name their own fields, so no header shows whether the file is usable.
 *
 * @param mapper reads the rows
 * @throws ImportRefusedError if none of the first rows qualifies
 */
export async function* checkRecords(
  rows: AsyncIterable<SourceRow>,
  mapper: Pick<ColumnMapper, 'unmet'>,
): AsyncGenerator<SourceRow, void> {
  let first: SourceRow[] | undefined = [];
  let characters = 0;
  let isNamed = false;
  for await (const row of rows) {
    if (!first) {
      yield row;
      continue;
    }
    first.push(row);
    characters += row.cells.reduce((sum, { length }) => sum + length, 0);
    isNamed ||= hasName(row);
    if (
      (isNamed && mapper.unmet.length === 0) ||
      first.length === MAX_ROWS ||
      characters > MAX_CHARACTERS
    ) {
      refuseUseless(first, mapper);
      yield* first;
      first = undefined;
    }
  }
  if (!first) return;
  refuseUseless(first, mapper);
  yield* first;
}

function hasName(row: SourceRow): boolean {
  return 'record' in row && Boolean(row.record.name);
}

function refuseUseless(
  rows: readonly SourceRow[],
  { unmet: [unmet] }: Pick<ColumnMapper, 'unmet'>,
): void {
  if (unmet !== undefined && rows.some((row) => 'record' in row)) {
    throw new ImportRefusedError(
      `None of the first records has the field "${excerpt(unmet, 40)}", which the mapping or id ` +
        'column names.',
    );
  }
  if (rows.some(hasName)) return;
  if (rows.some((row) => 'problem' in row && row.problem === NOT_DEGREES)) {
    throw new ImportRefusedError(`${NOT_DEGREES} ${SAVE_IN_DEGREES}`);
  }
  const nameless = rows.find((row) => 'record' in row);
  if (nameless) {
    throw new ImportRefusedError(
      'No field of the records contains a business name. The first record is ' +
        `${excerpt(nameless.cells.join(' '), 200)}. Specify the field in a mapping such as {"name": "…"}.`,
    );
  }
}

const SAVE_IN_DEGREES =
  'State its reference system in the file, or convert it to WGS 84, for example with ogr2ogr -t_srs EPSG:4326.';
