import { decompress as decompressZstd } from 'fzstd';
import {
  asyncBufferFromFile,
  type AsyncBuffer,
  type Compressors,
  type FileMetaData,
  parquetMetadataAsync,
  parquetReadObjects,
} from 'hyparquet';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { isObject } from '#libs/text/src/json.js';
import type { ColumnMapper } from '../../columns/column-map.js';
import { asJson, objectRow } from '../json/object-row.js';
import { ImportRefusedError, MAX_COLUMNS } from '../limits.js';
import { type Projection, projectionOf } from '../projection.js';
import type { RowSource, SourceRow } from '../source-row.js';

/** Rows held in memory at a time. */
const AT_ONCE = 2_000;
/** Maximum unpacked size of a column page in bytes. Most programs write pages of 1 MB. */
const MAX_PAGE = 64 * 1024 ** 2;
/** Maximum size of a row group in bytes. All its columns are read together. */
const MAX_GROUP = 1024 ** 3;
/** Maximum size of the metadata at the end of a file, in bytes. */
const MAX_FOOTER = 16 * 1024 ** 2;

/**
 * Reads the rows of a Parquet file as records, such as Overture Maps places. Geometry columns are
 * declared in the file's metadata (GeoParquet 1.1).
 */
export class ParquetRows implements RowSource {
  readonly format = 'Parquet';
  readonly encoding = null;
  readonly header = ['record'];
  private done = 0;

  private constructor(
    private readonly file: AsyncBuffer,
    private readonly metadata: FileMetaData,
    private readonly mapper: ColumnMapper,
    private readonly geometry: { column: string; project?: Projection } | undefined,
  ) {}

  /**
   * @throws ImportRefusedError if the file is damaged, has parts that are too large, or uses an
   * unknown reference system
   */
  static async open(path: string, mapper: ColumnMapper): Promise<ParquetRows> {
    return soundly(async () => {
      const file = await asyncBufferFromFile(path);
      await refuseLongFooter(file);
      const metadata = await parquetMetadataAsync(file);
      refuseTooLarge(metadata);
      return new ParquetRows(file, metadata, mapper, geometryOf(metadata));
    });
  }

  get progress(): number {
    return this.metadata.num_rows === 0n ? 1 : this.done / Number(this.metadata.num_rows);
  }

  async *rows(): AsyncGenerator<SourceRow> {
    const { file, metadata } = this;
    const total = Number(metadata.num_rows);
    for (let rowStart = 0; rowStart < total; rowStart += AT_ONCE) {
      const rowEnd = Math.min(total, rowStart + AT_ONCE);
      const range = { file, metadata, compressors: COMPRESSORS, rowStart, rowEnd };
      const records = await soundly(() => parquetReadObjects(range));
      this.done = rowStart;
      yield* records.map((record, index) => this.row(rowStart + index + 1, record));
    }
    this.done = total;
  }

  private row(line: number, record: Record<string, unknown>): SourceRow {
    const { column, project } = this.geometry ?? {};
    const { [column ?? '']: geometry, ...values } = record;
    const text = JSON.stringify({ ...values, ...(isObject(geometry) && { geometry }) }, asJson);
    return objectRow(line, text, this.mapper, project);
  }
}

/** Decompressors that never output more than the declared page size. */
const COMPRESSORS: Compressors = {
  GZIP: (input, length) => gunzipSync(input, { maxOutputLength: bounded(length) }),
  BROTLI: (input, length) => brotliDecompressSync(input, { maxOutputLength: bounded(length) }),
  ZSTD: (input, length) => decompressZstd(input, new Uint8Array(bounded(length))),
};

function bounded(length: number): number {
  if (length > MAX_PAGE) throw new ImportRefusedError(TOO_LARGE);
  return Math.max(1, length);
}

async function refuseLongFooter(file: AsyncBuffer): Promise<void> {
  const end = new DataView(await file.slice(Math.max(0, file.byteLength - 8), file.byteLength));
  const length = end.byteLength === 8 ? end.getUint32(0, true) : 0;
  if (length > MAX_FOOTER) throw new ImportRefusedError(TOO_LARGE);
}

function refuseTooLarge({ row_groups, schema, num_rows }: FileMetaData): void {
  if (schema.length > MAX_COLUMNS) {
    throw new ImportRefusedError(`It has more than ${MAX_COLUMNS} columns.`);
  }
  const isTooLarge = row_groups.some(({ total_byte_size }) => total_byte_size > MAX_GROUP);
  const sum = row_groups.reduce((rows, group) => rows + group.num_rows, 0n);
  if (isTooLarge) throw new ImportRefusedError(TOO_LARGE);
  if (sum !== num_rows || num_rows > BigInt(Number.MAX_SAFE_INTEGER)) {
    throw new ImportRefusedError(DAMAGED);
  }
}

interface GeoColumn {
  crs?: { id?: { authority: string; code: string | number }; name?: string } | null;
}

/** Returns the geometry column declared in the file's metadata under the key "geo". */
function geometryOf({ key_value_metadata }: FileMetaData): ParquetRows['geometry'] {
  const geo = key_value_metadata?.find(({ key }) => key === 'geo')?.value;
  if (!geo) return undefined;
  const { primary_column: column = 'geometry', columns = {} } = JSON.parse(geo) as {
    primary_column?: string;
    columns?: Record<string, GeoColumn>;
  };
  const { crs } = columns[column] ?? {};
  // A missing system means longitude and latitude; null means unknown.
  if (crs === undefined) return { column };
  const name = crs?.id ? `${crs.id.authority}:${crs.id.code}` : (crs?.name ?? 'none');
  return { column, project: projectionOf(name, crs ?? undefined) };
}

/** Replaces hyparquet's technical errors with a sentence for the user. */
async function soundly<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ImportRefusedError) throw error;
    const { code } = error as NodeJS.ErrnoException;
    if (code !== undefined && !code.startsWith('Z_') && !code.startsWith('ERR_')) throw error;
    throw new ImportRefusedError(DAMAGED);
  }
}

const INSTEAD = 'Save it as NDJSON or CSV, for example with DuckDB.';
const DAMAGED = `The Parquet file is damaged or uses unsupported features. ${INSTEAD}`;
const TOO_LARGE = `The Parquet file has parts that are too large. ${INSTEAD}`;
