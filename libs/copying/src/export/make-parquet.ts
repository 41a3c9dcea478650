import { createReadStream, renameSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { createGunzip } from 'node:zlib';
import type { BusinessDto } from '#libs/businesses/src/record/business.dto.js';
import { nameOf } from './export-file.js';
import type { ExportFolder } from './export-folder.js';
import { ParquetFile } from './parquet-file.js';

/**
 * Converts the latest export to GeoParquet, so both contain the same version. Does nothing if that
 * was done before.
 *
 * @param startedAt start of the work that counts toward the pause after it, as `performance.now`
 */
export async function makeParquet(
  folder: ExportFolder,
  origin: string,
  startedAt: number,
): Promise<void> {
  const [from] = await folder.files('ndjson');
  if (!from || (await folder.has({ ...from, format: 'parquet' }))) return;
  const file = new ParquetFile(folder.part('parquet'));
  try {
    const text = createReadStream(join(folder.path, from.name)).pipe(createGunzip());
    for await (const line of createInterface({ input: text })) {
      file.add(JSON.parse(line) as BusinessDto);
    }
    const { digest } = file.finish();
    const facts = { ...from, format: 'parquet' as const, origin, digest };
    const durationMs = performance.now() - startedAt;
    const name = nameOf({ ...facts, createdAt: new Date(), durationMs });
    renameSync(file.path, join(folder.path, name));
    await folder.removeFormer(facts);
  } finally {
    file.remove();
  }
}
