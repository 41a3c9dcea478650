import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { migrate } from '#libs/database/src/migrations/migrate.js';
import { startPostgres } from '../support/postgres-cluster.ts';
import { readOptions, wholeNumber } from '../support/read-options.ts';
import { freshPages } from './list/fresh-pages.ts';
import { BenchDirectories, type BenchDirectory, query } from './support/bench-directories.ts';
import { choices } from './support/choices.ts';
import { generateDirectory, importDirectory } from './support/fill-directory.ts';
import { median, percentile } from './support/statistics.ts';
import { withWatch } from './support/stop-watch.ts';

/** Share of the rows that are imported while list pages are requested. */
const MORE = 0.05;
const SEED_OF_MORE = 2;
const EMBEDDED_SIZE = 20_000;
const MORE_EMBEDDED = 10_000;
const MOST_PAGES = 20_000;
const PAUSE_MS = 50;

/**
 * Compares the speed and memory of an import with a bare `COPY` of the same rows into the same
 * table, indexes and triggers, on one PostgreSQL server in one run. Also measures the latency of
 * uncached list pages during an import, there and on a smaller embedded database.
 *
 *   npm run compile:test && node dist/test/bench/import.bench.js --size=200000
 */
async function main(size: number): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'mnbd-bench-'));
  const directories = await BenchDirectories.start({ usePostgres: false });
  const postgres = await startPostgres(join(folder, 'cluster'));
  if (!postgres) throw new Error('This needs PostgreSQL: its binaries or TEST_DATABASE_URL.');
  try {
    const file = join(folder, 'directory.ndjson');
    await generateDirectory(size, file);
    const imported = await databaseAt(postgres.url, 'bench_import');
    const copied = await databaseAt(postgres.url, 'bench_copy');

    let memory = 0;
    const importing = await timed(
      async () => (memory = await importDirectory({ DATABASE_URL: imported }, file)),
    );
    const rows = join(folder, 'cluster', 'rows.copy');
    const columns = await copyOut(imported, rows);
    const copying = await timed(() => query(copied, `COPY businesses (${columns}) FROM '${rows}'`));
    const again = await timed(() => importDirectory({ DATABASE_URL: imported }, file));

    const row = (what: string, seconds: number) => ({
      what,
      seconds: seconds.toFixed(1),
      'rows/s': Math.round(size / seconds),
    });
    console.table([
      row('bare COPY', copying),
      row('import', importing),
      row('import of the same file again', again),
    ]);
    console.log(`${size} rows; the import's resident memory was ${memory} MB at most.`);

    const more = join(folder, 'more.ndjson');
    await generateDirectory(size * MORE, more, SEED_OF_MORE);
    await listBesideImport(directories.existing(imported), more);
    await generateDirectory(MORE_EMBEDDED, more, SEED_OF_MORE);
    await listBesideImport(await directories.generate(EMBEDDED_SIZE), more);
  } finally {
    await postgres.stop();
    await directories.close();
    await rm(folder, { recursive: true });
  }
}

async function listBesideImport(directory: BenchDirectory, file: string): Promise<void> {
  return withWatch(directory, async (server, watch) => {
    const paths = freshPages(await choices(server, 'cities'), MOST_PAGES);
    const milliseconds: number[] = [];
    let isImporting = true;
    const ask = async () => {
      while (isImporting && paths.length > 0) {
        milliseconds.push((await watch.time(paths.pop()!)).milliseconds);
        await delay(PAUSE_MS);
      }
    };
    const importing = importDirectory(server.env, file);
    await Promise.all([importing.finally(() => (isImporting = false)), ask()]);
    const middle = median(milliseconds);
    const slow = percentile(milliseconds, 99);
    console.log(
      `Of ${milliseconds.length} pages of ${directory.name} during an import, half took ` +
        `${middle.toFixed(1)} ms at most, 99 of 100 ${slow.toFixed(1)} ms.`,
    );
  });
}

async function databaseAt(server: string, name: string): Promise<string> {
  await query(server, `CREATE DATABASE ${name}`);
  const url = new URL(server);
  url.pathname = name;
  await migrate({ connectionString: url.href });
  return url.href;
}

/** Copies the imported rows to a file on the server, without columns derived by triggers. */
async function copyOut(url: string, file: string): Promise<string> {
  const columns = `id, slug, name, description, status, street, unit, city, county, state,
    postal_code, latitude, longitude, precision, phone, email, website, social, hours,
    established_on, match_key, is_imported, category_slugs, created_at, updated_at`;
  await query(url, `COPY businesses (${columns}) TO '${file}'`);
  return columns;
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return (performance.now() - start) / 1000;
}

const { size } = readOptions('node dist/test/bench/import.bench.js [--size 200000]', {
  size: { type: 'string', default: '1000000' },
});
await main(wholeNumber('--size', size));
