import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { type PostgresCluster, startPostgres } from '../../support/postgres-cluster.ts';
import type { TestDatabase } from '../../support/databases.ts';
import { generateDirectory, importDirectory } from './fill-directory.ts';

/** A filled directory that servers can be started on. */
export interface BenchDirectory {
  /** Name in tables. */
  name: string;
  isEmbedded: boolean;
  /** Returns a server's environment: a new data folder and, for PostgreSQL, the address. */
  open(): Promise<TestDatabase>;
}

/** Creates directories for one run of the benchmarks, and removes them afterwards. */
export class BenchDirectories {
  private readonly databases: string[] = [];

  private constructor(
    private readonly folder: string,
    private readonly postgres: PostgresCluster | undefined,
  ) {}

  /** Starts a PostgreSQL server if requested and installed. */
  static async start({ usePostgres }: { usePostgres: boolean }): Promise<BenchDirectories> {
    const folder = await mkdtemp(join(tmpdir(), 'mnbd-bench-'));
    const postgres = usePostgres ? await startPostgres(join(folder, 'cluster')) : undefined;
    return new BenchDirectories(folder, postgres);
  }

  get hasPostgres(): boolean {
    return this.postgres !== undefined;
  }

  /** Generates a directory, on PostgreSQL if available. */
  async generate(size: number, { embedded = !this.hasPostgres } = {}): Promise<BenchDirectory> {
    const file = join(this.folder, `${size}.ndjson`);
    await generateDirectory(size, file);
    const name = `${size.toLocaleString('en')} businesses`;
    if (embedded) {
      const template = join(this.folder, `embedded-${size}`);
      await importDirectory({ DATA_DIR: template }, file);
      return opening(name, { folder: template });
    }
    const url = await this.createDatabase(size);
    await importDirectory({ DATABASE_URL: url }, file);
    // Runs now so that autovacuum does not run during a measurement.
    await query(url, 'VACUUM ANALYZE');
    return opening(name, { url });
  }

  /** @param database URL of a filled PostgreSQL database, or a DATA_DIR */
  existing(database: string): BenchDirectory {
    return /^postgres(ql)?:/.test(database)
      ? opening(new URL(database).pathname.slice(1), { url: database })
      : opening(database, { folder: database });
  }

  async close(): Promise<void> {
    for (const name of this.databases) await query(this.postgres!.url, `DROP DATABASE ${name}`);
    await this.postgres?.stop();
    await rm(this.folder, { recursive: true, force: true });
  }

  /** Creates an empty database and returns its address. */
  private async createDatabase(size: number): Promise<string> {
    const name = `bench_${process.pid}_${size}`;
    await query(this.postgres!.url, `CREATE DATABASE ${name}`);
    this.databases.push(name);
    const url = new URL(this.postgres!.url);
    url.pathname = name;
    return url.href;
  }
}

/** Returns a directory in a PostgreSQL database or in a data folder. */
function opening(name: string, place: { url: string } | { folder: string }): BenchDirectory {
  const isEmbedded = 'folder' in place;
  return {
    name: `${name}, ${isEmbedded ? 'embedded' : 'PostgreSQL'}`,
    isEmbedded,
    open: async () => {
      const DATA_DIR = await mkdtemp(join(tmpdir(), 'mnbd-bench-'));
      // One process owns an embedded database, so each server gets a copy.
      if (isEmbedded) await cp(place.folder, DATA_DIR, { recursive: true });
      return {
        env: isEmbedded ? { DATA_DIR } : { DATA_DIR, DATABASE_URL: place.url },
        drop: () => rm(DATA_DIR, { recursive: true }),
      };
    },
  };
}

/** Runs a statement in a PostgreSQL database. */
export async function query(url: string, sql: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query(sql);
  await client.end();
}
