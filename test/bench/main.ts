import { readOptions, someOf, wholeNumber } from '../support/read-options.ts';
import { benchExport } from './export.bench.ts';
import { benchFormats } from './formats.bench.ts';
import { benchGrowth } from './growth.bench.ts';
import { benchList } from './list.bench.ts';
import { benchSearch } from './search.bench.ts';
import { benchStart } from './start.bench.ts';
import { benchWebsite } from './website.bench.ts';
import { BenchDirectories, type BenchDirectory } from './support/bench-directories.ts';

/**
 * Measures the list against bare servers, its growth with the directory, searches, pages, exports,
 * and the start of the server.
 */

const USAGE = `npm run bench -- [options]

  --size 5000,20000       numbers of businesses, ascending. Default: 10,000, 100,000 and 1,000,000
                          on PostgreSQL (this machine's, or TEST_DATABASE_URL), without the last
                          on the embedded database. The largest is used to compare the list.
  --database <database>   use an existing directory instead of filling one (a million rows take
                          minutes): address of a PostgreSQL database, or a DATA_DIR, which is
                          copied. Repeat it for the growth table, the largest last. Keys created
                          for the run stay in that database.
  --embedded              use the embedded database even where PostgreSQL is installed
  --only list,start       some of list, growth, search, website, formats, export and start
  --rounds 5 --seconds 4  rounds of the list; the first only warms up

To fill a database for use with --database:

  npm run --silent cli -- generate-directory --size 1000000 > directory.ndjson
  DATABASE_URL=postgresql://… npx mnbd import directory.ndjson`;
const BENCHES = ['list', 'growth', 'search', 'website', 'formats', 'export', 'start'];
const SIZES = [10_000, 100_000, 1_000_000];
const MOST_EMBEDDED = 100_000;

const values = readOptions(USAGE, {
  only: { type: 'string', default: BENCHES.join() },
  size: { type: 'string' },
  database: { type: 'string', multiple: true, default: [] },
  embedded: { type: 'boolean', default: false },
  rounds: { type: 'string', default: '5' },
  seconds: { type: 'string', default: '4' },
});
const only = someOf('--only', values.only, BENCHES);
const chosenSizes = values.size?.split(',').map((size) => wholeNumber('--size', size));
const course = {
  rounds: wholeNumber('--rounds', values.rounds),
  seconds: wholeNumber('--seconds', values.seconds),
};
const directories = await BenchDirectories.start({
  usePostgres: !values.embedded && values.database.length === 0,
});
try {
  await benchDirectories();
} finally {
  await directories.close();
}

async function benchDirectories(): Promise<void> {
  const sizes =
    chosenSizes ?? SIZES.filter((size) => directories.hasPostgres || size <= MOST_EMBEDDED);
  const filled = await fill(sizes);
  const largest = filled.at(-1)!;
  if (only.includes('list')) await benchList(largest, course);
  if (only.includes('growth')) await benchGrowth(filled);
  if (only.includes('search')) await benchSearch(largest);
  if (only.includes('website')) await benchWebsite(largest);
  if (only.includes('formats')) await benchFormats(largest);
  if (only.includes('export')) await benchExport(largest);
  if (only.includes('start')) {
    const embedded = largest.isEmbedded
      ? largest
      : await directories.generate(Math.min(sizes.at(-1)!, MOST_EMBEDDED), { embedded: true });
    await benchStart(largest.isEmbedded ? [embedded] : [embedded, largest]);
  }
}

async function fill(sizes: number[]): Promise<BenchDirectory[]> {
  if (values.database.length > 0) {
    return values.database.map((database) => directories.existing(database));
  }
  // Only the growth benchmark needs the smaller sizes.
  const needed = only.includes('growth') ? sizes : sizes.slice(-1);
  const filled: BenchDirectory[] = [];
  for (const size of needed) filled.push(await directories.generate(size));
  return filled;
}
