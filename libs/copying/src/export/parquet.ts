import {
  ByteWriter,
  type ColumnSource,
  geojsonToWkb,
  ParquetWriter,
  schemaFromColumnData,
} from 'hyparquet-writer';
import { gzipSync } from 'node:zlib';
import { join } from 'node:path';
import { CSV_COLUMNS } from '#libs/businesses/src/formats/csv.js';
import type { BusinessDto } from '#libs/businesses/src/record/business.dto.js';
import { inBlocks, LEVEL, writeHashed, readGzipLines } from './lines.js';
import type { ExportFolder } from './export-folder.js';

/** Businesses per row group, about 15 MB of memory. */
const ROWS = 5_000;

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
 * Represents businesses as a GeoParquet file (version 1.1), with the columns of CSV files and a
 * point. Only one row group is in memory.
 */
async function* parquetOf(businesses: AsyncIterable<BusinessDto>): AsyncGenerator<Buffer> {
  const bytes = new ByteWriter();
  const writer = new ParquetWriter({
    writer: bytes,
    schema: schemaFromColumnData({ columnData: columnsOf([]) }),
    codec: 'GZIP',
    compressors: { GZIP: (input) => gzipSync(input, { level: LEVEL }) },
    kvMetadata: [{ key: 'geo', value: JSON.stringify(GEO_METADATA) }],
  });
  const written = () => {
    const part = Buffer.from(bytes.buffer.slice(0, bytes.index));
    bytes.index = 0;
    return part;
  };
  for await (const block of inBlocks(businesses, ROWS)) {
    await writer.write({ columnData: columnsOf(block), rowGroupSize: ROWS });
    yield written();
  }
  await writer.finish();
  yield written();
}

function columnsOf(businesses: BusinessDto[]): ColumnSource[] {
  return [
    ...COLUMNS.map(({ name, cell, type }) => ({
      name,
      type,
      data: businesses.map((business) => {
        const value = cell(business);
        return value === null || value === undefined || value === '' ? null : READ[type](value);
      }),
    })),
    {
      name: GEOMETRY,
      type: 'BYTE_ARRAY',
      data: businesses.map(({ location }) => location && pointOf(location)),
    },
  ];
}

function pointOf({ latitude, longitude }: NonNullable<BusinessDto['location']>): Uint8Array {
  return geojsonToWkb({ type: 'Point', coordinates: [longitude, latitude] });
}

/**
 * Converts the latest export to GeoParquet, so both contain the same version. Does nothing if that
 * was done before.
 *
 * @param startedAt start of the work that counts toward the pause after it, as `performance.now`
 */
export async function makeParquet(folder: ExportFolder, startedAt: number): Promise<void> {
  const [from] = await folder.files('ndjson');
  if (!from || (await folder.has({ ...from, format: 'parquet' }))) return;
  const path = folder.part('parquet');
  try {
    const digest = await writeHashed(path, parquetOf(businessesIn(join(folder.path, from.name))));
    const durationMs = performance.now() - startedAt;
    await folder.add(path, { ...from, format: 'parquet', durationMs, digest });
  } finally {
    await folder.removeParts();
  }
}

async function* businessesIn(path: string): AsyncGenerator<BusinessDto> {
  for await (const line of readGzipLines(path)) yield JSON.parse(line) as BusinessDto;
}
