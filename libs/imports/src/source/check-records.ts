import { excerpt } from '#libs/text/src/excerpt.js';
import type { ColumnMapper } from '../columns/column-mapper.js';
import { NOT_DEGREES } from './json/point-of.js';
import { ImportRefusedError } from './limits.js';
import type { SourceRow } from './source-row.js';

/** How far to look for what a file needs: rows, and characters of them. */
const [MAX_ROWS, MAX_CHARACTERS] = [1_000, 8_000_000];

/**
 * Passes rows on once one of the first has the name of a business and a point that can be used, if
 * any, and all fields of the mapping were met: records name their fields one by one, so no header
 * tells whether the file is of use.
 *
 * @param mapper by which the rows are read
 * @throws ImportRefusedError where none of the first has
 */
export async function* checkRecords(
  rows: AsyncIterable<SourceRow>,
  mapper: Pick<ColumnMapper, 'unmet'>,
): AsyncGenerator<SourceRow, void> {
  let first: SourceRow[] | undefined = [];
  let [characters, isNamed] = [0, false];
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
      `The mapping names a field "${excerpt(unmet, 40)}", which none of its first records has.`,
    );
  }
  if (rows.some(hasName)) return;
  if (rows.some((row) => 'problem' in row && row.problem === NOT_DEGREES)) {
    throw new ImportRefusedError(`${NOT_DEGREES} ${SAVE_IN_DEGREES}`);
  }
  const nameless = rows.find((row) => 'record' in row);
  if (nameless) {
    throw new ImportRefusedError(
      'No field of its records holds the name of a business; the first is ' +
        `${excerpt(nameless.cells.join(' '), 200)}. Name the field in a mapping, as {"name": "…"}.`,
    );
  }
}

const SAVE_IN_DEGREES =
  'It has to name its reference system, or be saved in WGS 84, such as with ogr2ogr -t_srs EPSG:4326.';
