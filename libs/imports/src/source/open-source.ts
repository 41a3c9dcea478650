import { stat } from 'node:fs/promises';
import { ColumnMap } from '../columns/column-map.js';
import { ColumnMapper } from '../columns/column-mapper.js';
import { mappedColumns, type Mapping } from '../columns/mapping.js';
import { checkIds } from './check-ids.js';
import { checkRecords } from './check-records.js';
import type { Encoding } from './encoding.js';
import type { Format } from './format.js';
import { ImportRefusedError, MAX_ROWS } from './limits.js';
import { SourceFile } from './source-file.js';
import type { RowSource, SourceRow } from './source-row.js';
import { TextRows } from './text-rows.js';

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
  /**
   * Returns the columns used for each field if the file has a header; available once the first row
   * was read.
   */
  columns(): ColumnMap | undefined;
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
    columns: () =>
      HAVE_HEADER.includes(rows.format) ? new ColumnMap(rows.header, options.mapping) : undefined,
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
      return WorkbookRows.open(path, mapper.mapping, sheet);
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
