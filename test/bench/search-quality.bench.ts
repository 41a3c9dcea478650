import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { scoreSearches, SEARCH_DIRECTORY } from '../support/search-quality.ts';
import type { BenchDirectory } from './support/bench-directories.ts';
import { startDirectoryServer } from './support/directory-server.ts';
import { importDirectory } from './support/fill-directory.ts';

/** Measures the share of residents' searches that succeed, in the sample and in a file. */
export async function benchSearchQuality(file = SEARCH_DIRECTORY): Promise<void> {
  const DATA_DIR = await mkdtemp(join(tmpdir(), 'mnbd-bench-'));
  const sample: BenchDirectory = {
    name: 'the sample',
    isEmbedded: true,
    open: async () => ({
      env: { DATA_DIR, SAMPLE_DATA: 'true' },
      drop: () => rm(DATA_DIR, { recursive: true }),
    }),
  };
  const server = await startDirectoryServer(sample);
  try {
    await importDirectory({ DATA_DIR }, file);
    const { searches, found, precision, misses } = await scoreSearches(
      async (parameters) => (await server.get(`/api/v1/businesses?${parameters}`)).json,
    );
    console.log(`Of ${searches} searches, in the sample and ${file}:`);
    console.table([
      {
        'one of those meant is among the first five': found.toFixed(3),
        'precision of the first five': precision.toFixed(3),
      },
    ]);
    if (misses.length > 0) console.table(misses);
  } finally {
    await server.stop();
  }
}
