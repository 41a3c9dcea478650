import { stat } from 'node:fs/promises';
import { excerpt } from '#libs/text/src/excerpt.js';
import { type ColumnMap, ColumnMapper } from '../columns/column-map.js';
import { mappedColumns, type Mapping } from '../columns/mapping.js';
import { keyOf } from '../writing/import-source.js';
import { SeenIdentities } from '../writing/seen-identities.js';
import type { Encoding } from './encoding.js';
import type { Format } from './format.js';
import { ImportRefusedError, MAX_ROWS } from './limits.js';
import { SourceFile } from './source-file.js';
import type { RowSource, SourceRow } from './source-row.js';
import { TextRows } from './text-rows.js';
import { NOT_DEGREES } from './json/object-row.js';

/** A file whose rows can be read once, in order. */
export interface Source {
  format: Format;
  /** Null for binary files. */
  encoding: Encoding | null;
  /** File size in bytes. */
  size: number;
  /** Bytes read so far. */
  bytesRead(): number;
  /** Returns the column names; available once the first row was read. */
  header(): readonly string[];
  /**
   * Returns the names of the sheets or layers, the one that is read first; available once its first
   * row was read.
   */
  sheets(): readonly string[];
  /** Returns the columns used for each field: those of the header and of the rows read so far. */
  columns(): ColumnMap;
  rows(): AsyncGenerator<SourceRow>;
}

/** Options for reading a file. */
export interface SourceOptions {
  mapping?: Mapping;
  /** Name of the workbook sheet or GeoPackage layer; the first by default. */
  sheet?: string;
}

/** Formats whose header shows whether the required fields exist. */
const HAVE_HEADER: readonly Format[] = ['CSV', 'Excel'];

/** @throws ImportRefusedError if the file can't be read as a source */
export async function openSource(path: string, options: SourceOptions = {}): Promise<Source> {
  const size = await sizeOf(path);
  const mapper = new ColumnMapper(options.mapping);
  const rows = await rowsOf(path, size, mapper, options.sheet);
  return {
    format: rows.format,
    encoding: rows.encoding,
    size,
    bytesRead: () => Math.round(rows.progress * size),
    header: () => rows.header,
    sheets: () => rows.sheets ?? [],
    columns: () => mapper.all,
    async *rows() {
      const id = options.mapping?.sourceId;
      const idColumn = id && mappedColumns(id)[0];
      if (idColumn !== undefined) {
        const again = new ColumnMapper(options.mapping);
        const sameRows = await rowsOf(path, size, again, options.sheet);
        await checkIds(checked(sameRows, again), idColumn);
      }
      yield* checked(rows, mapper);
    },
  };
}

function checked(rows: RowSource, mapper: ColumnMapper): AsyncGenerator<SourceRow> {
  const each = limitRows(rows.rows());
  return HAVE_HEADER.includes(rows.format) ? each : checkRecords(each, mapper);
}

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

/** Opens the rows of a file. Readers of less common formats are loaded on demand. */
async function rowsOf(
  path: string,
  size: number,
  mapper: ColumnMapper,
  sheet: string | undefined,
): Promise<RowSource> {
  const file = await SourceFile.open(path, size);
  if (sheet !== undefined && file.kind !== 'archive' && file.kind !== 'geopackage') {
    throw new ImportRefusedError('It has no sheets or layers. Omit the sheet.');
  }
  switch (file.kind) {
    case 'text':
      return TextRows.open(file, size, mapper);
    case 'archive': {
      const { WorkbookRows } = await import('./workbook/workbook-rows.js');
      return WorkbookRows.open(path, mapper, sheet);
    }
    case 'parquet': {
      const { ParquetRows } = await import('./parquet/parquet-rows.js');
      return ParquetRows.open(path, mapper);
    }
    case 'geopackage': {
      const { GeopackageRows } = await import('./geopackage/geopackage-rows.js');
      return GeopackageRows.open(path, mapper, sheet);
    }
  }
}

async function sizeOf(path: string): Promise<number> {
  try {
    const stats = await stat(path);
    if (stats.isDirectory()) throw new ImportRefusedError('It is a folder, not a file.');
    if (!stats.isFile()) throw new ImportRefusedError('It is not a file.');
    if (stats.size === 0) throw new ImportRefusedError('It is empty.');
    return stats.size;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') {
      throw new ImportRefusedError('The file does not exist.');
    }
    if (code === 'EACCES') throw new ImportRefusedError('This user has no permission to read it.');
    throw error;
  }
}

/** Maximum repeated ids accepted in any file, few enough to review in the report. */
const MAX_REPEATED = 10;
/** Maximum percentage of rows that may repeat an id beyond that. */
const MAX_SHARE = 1;

/**
 * Checks in a whole file whether a column identifies its rows, before anything is imported.
 *
 * @throws ImportRefusedError if the column repeats ids too often
 */
async function checkIds(rows: AsyncIterable<SourceRow>, column: string): Promise<void> {
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

/** Maximum rows, and characters of these, searched for the required fields. */
const MAX_CHECKED = 1_000;
const MAX_CHECKED_CHARACTERS = 8_000_000;

/**
 * Passes rows on once one of the first rows has a business name and all mapped fields, and any
 * points are usable. Records name their own fields, so no header shows whether the file is usable.
 *
 * @param mapper reads the rows
 * @throws ImportRefusedError if none of the first rows qualifies
 */
async function* checkRecords(
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
      first.length === MAX_CHECKED ||
      characters > MAX_CHECKED_CHARACTERS
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
