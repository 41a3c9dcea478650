import {
  ByteWriter,
  type ColumnSource,
  geojsonToWkb,
  ParquetWriter,
  schemaFromColumnData,
} from 'hyparquet-writer';
import { createHash } from 'node:crypto';
import { closeSync, fdatasyncSync, openSync, rmSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { CSV_COLUMNS } from '#libs/businesses/src/formats/csv.js';
import type { BusinessDto } from '#libs/businesses/src/record/business.dto.js';
import { writeAll } from './gzip-file.js';

/** Businesses per row group, about 15 MB of memory. */
const ROWS = 5_000;
/** Compression level, as for the other exports. */
const LEVEL = 4;

const TYPES: Readonly<Record<string, 'DOUBLE' | 'TIMESTAMP'>> = {
  latitude: 'DOUBLE',
  longitude: 'DOUBLE',
  createdAt: 'TIMESTAMP',
  updatedAt: 'TIMESTAMP',
};
const READ = {
  STRING: String,
  DOUBLE: Number,
  TIMESTAMP: (value: string | number) => new Date(value),
};

/** Columns of CSV files, except the ones that are empty in an export. */
const COLUMNS = CSV_COLUMNS.filter(({ name }) => name !== 'removedAt' && name !== 'distance').map(
  ({ name, cell }) => ({ name, cell, type: TYPES[name] ?? ('STRING' as const) }),
);
const GEOMETRY = 'geometry';

/** Metadata of the points. Without `crs`, they are longitude and latitude in WGS 84 (OGC:CRS84). */
const GEO_METADATA = {
  version: '1.1.0',
  primary_column: GEOMETRY,
  columns: { [GEOMETRY]: { encoding: 'WKB', geometry_types: ['Point'] } },
};

/**
 * GeoParquet file of businesses (version 1.1), with the columns of CSV files and a point. Only one
 * row group is in memory. All methods are synchronous and meant for a worker thread.
 */
export class ParquetFile {
  private readonly file: number;
  private readonly hash = createHash('sha256');
  private readonly bytes = new ByteWriter();
  private readonly writer: ParquetWriter;
  private columns = emptyColumns();
  private rows = 0;
  private size = 0;

  constructor(readonly path: string) {
    this.file = openSync(path, 'wx', 0o600);
    this.writer = new ParquetWriter({
      writer: this.bytes,
      schema: schemaFromColumnData({ columnData: this.columns }),
      codec: 'GZIP',
      compressors: { GZIP: (input) => gzipSync(input, { level: LEVEL }) },
      kvMetadata: [{ key: 'geo', value: JSON.stringify(GEO_METADATA) }],
    });
  }

  add(business: BusinessDto): void {
    for (const [index, { cell, type }] of COLUMNS.entries()) {
      const value = cell(business);
      this.columns[index]!.data.push(
        value === null || value === undefined || value === '' ? null : READ[type](value),
      );
    }
    this.columns.at(-1)!.data.push(business.location && pointOf(business.location));
    if (++this.rows === ROWS) this.flush();
  }

  /**
   * Writes the metadata and syncs the file to disk.
   *
   * @returns the SHA-256 of the file in hexadecimal
   */
  finish(): { digest: string } {
    this.flush();
    void this.writer.finish();
    this.save();
    fdatasyncSync(this.file);
    return { digest: this.hash.digest('hex') };
  }

  remove(): void {
    closeSync(this.file);
    rmSync(this.path, { force: true });
  }

  private flush(): void {
    if (this.rows === 0) return;
    const columnData = this.columns.map(({ name, data }) => ({ name, data }));
    void this.writer.write({ columnData, rowGroupSize: ROWS });
    this.columns = emptyColumns();
    this.rows = 0;
    this.save();
  }

  /** Moves the bytes written so far from memory to the file. */
  private save(): void {
    const bytes = Buffer.from(this.bytes.buffer, 0, this.bytes.index);
    writeAll(this.file, bytes, this.size);
    this.hash.update(bytes);
    this.size += bytes.length;
    this.bytes.index = 0;
  }
}

function emptyColumns(): (ColumnSource & { data: unknown[] })[] {
  return [
    ...COLUMNS.map(({ name, type }) => ({ name, type, data: [] })),
    { name: GEOMETRY, type: 'BYTE_ARRAY', data: [] },
  ];
}

function pointOf({ latitude, longitude }: NonNullable<BusinessDto['location']>): Uint8Array {
  return geojsonToWkb({ type: 'Point', coordinates: [longitude, latitude] });
}
