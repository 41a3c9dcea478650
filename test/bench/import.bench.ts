import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { Client } from 'pg';
import { migrate } from '#libs/database/src/migrations/migrate.js';
import { startPostgres } from '../support/postgres-cluster.ts';

/**
 * How fast a directory is imported, beside a bare `COPY` of the same rows into the same table
 * with the same indexes and triggers, on one PostgreSQL in one run; and in how much memory.
 *
 *   npm run build && npx tsc -p test/bench && node dist/test/bench/import.bench.js 1000000
 */
const CLI = 'dist/apps/cli/src/main.js';
const POLL_MS = 200;

async function main(size: number): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'mnbd-bench-'));
  const postgres = await startPostgres(join(folder, 'cluster'));
  if (!postgres) throw new Error('This needs PostgreSQL: its binaries or TEST_DATABASE_URL.');
  try {
    const file = join(folder, 'directory.ndjson');
    const generated = await timed(() => generate(size, file));
    const imported = await databaseAt(postgres.url, 'bench_import');
    const copied = await databaseAt(postgres.url, 'bench_copy');

    let memory = 0;
    const importing = await timed(async () => (memory = await importFile(imported, file)));
    const rows = join(folder, 'cluster', 'rows.copy');
    const columns = await copyOut(imported, rows);
    const copying = await timed(() => query(copied, `COPY businesses (${columns}) FROM '${rows}'`));
    const again = await timed(() => importFile(imported, file));

    const row = (what: string, seconds: number) => ({
      what,
      seconds: seconds.toFixed(1),
      'rows/s': Math.round(size / seconds),
      'of COPY': (copying / seconds).toFixed(2),
    });
    console.table([
      row('bare COPY', copying),
      row('import', importing),
      row('import of the same file again', again),
      row('generate', generated),
    ]);
    console.log(`${size} rows; the import's resident memory was ${memory} MB at most.`);
  } finally {
    await postgres.stop();
    await rm(folder, { recursive: true });
  }
}

async function generate(size: number, file: string): Promise<void> {
  const child = spawn(process.execPath, [CLI, 'generate-directory', '--size', `${size}`]);
  await pipeline(child.stdout, createWriteStream(file));
}

/** @returns the process's highest resident memory, in MB */
async function importFile(url: string, file: string): Promise<number> {
  const child = spawn(process.execPath, [CLI, 'import', file], {
    env: { PATH: process.env.PATH, DATABASE_URL: url },
    stdio: 'inherit',
  });
  let memory = 0;
  const timer = setInterval(() => {
    void readFile(`/proc/${child.pid}/status`, 'utf8').then(
      (status) => (memory = Math.round(Number(/VmHWM:\s+(\d+)/.exec(status)?.[1]) / 1024)),
      () => {},
    );
  }, POLL_MS);
  const [code] = (await once(child, 'exit')) as [number];
  clearInterval(timer);
  if (code !== 0) throw new Error(`The import ended with ${code}.`);
  return memory;
}

async function databaseAt(server: string, name: string): Promise<string> {
  await query(server, `CREATE DATABASE ${name}`);
  const url = new URL(server);
  url.pathname = name;
  await migrate({ connectionString: url.href });
  return url.href;
}

/** Writes the imported rows to a file of the server's; what triggers derive stays out. */
async function copyOut(url: string, file: string): Promise<string> {
  const columns = `id, slug, name, description, status, street, unit, city, county, state,
    postal_code, latitude, longitude, precision, phone, email, website, social, hours,
    established_on, match_key, import_digest, category_slugs, created_at, updated_at`;
  await query(url, `COPY businesses (${columns}) TO '${file}'`);
  return columns;
}

async function query(url: string, sql: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query(sql);
  await client.end();
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return (performance.now() - start) / 1000;
}

await main(Number(process.argv[2] ?? 1_000_000));
