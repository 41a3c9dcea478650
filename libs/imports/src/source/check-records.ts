import { excerpt } from '#libs/text/src/excerpt.js';
import { NOT_DEGREES } from './json/point-of.js';
import { ImportRefusedError } from './limits.js';
import type { SourceRow } from './source-row.js';

/** How far to look for a record with a name: rows, and characters of them. */
const [MAX_ROWS, MAX_CHARACTERS] = [1_000, 8_000_000];

/**
 * Passes rows on once one of the first has the name of a business and a point that can be used, if
 * any: records name their fields one by one, so no header tells whether the file is of use.
 *
 * @throws ImportRefusedError where none has
 */
export async function* checkRecords(
  rows: AsyncIterable<SourceRow>,
): AsyncGenerator<SourceRow, void> {
  let first: SourceRow[] | undefined = [];
  let characters = 0;
  for await (const row of rows) {
    if (!first) {
      yield row;
      continue;
    }
    first.push(row);
    characters += row.cells.reduce((sum, { length }) => sum + length, 0);
    if (hasName(row) || first.length === MAX_ROWS || characters > MAX_CHARACTERS) {
      refuseUseless(first);
      yield* first;
      first = undefined;
    }
  }
  if (!first) return;
  refuseUseless(first);
  yield* first;
}

function hasName(row: SourceRow): boolean {
  return 'record' in row && Boolean(row.record.name);
}

function refuseUseless(rows: readonly SourceRow[]): void {
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
