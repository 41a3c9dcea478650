import { join } from 'node:path';
import type { BusinessDto } from '#libs/businesses/src/record/business.dto.js';
import type { ExportFolder } from './export-folder.js';
import { readGzipLines } from './gzip-lines.js';
import { parquetOf } from './parquet.js';
import { writeHashed } from './write-hashed.js';

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
