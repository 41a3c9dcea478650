import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { type PostgresCluster, startPostgres } from '../support/postgres-cluster.ts';

const TEMPLATE = 'faults_template';

/** A PostgreSQL server with a database that has the schema and the first admin, to be copied. */
export class Databases {
  private count = 0;

  private constructor(
    private readonly folder: string,
    private readonly postgres: PostgresCluster,
  ) {}

  /** @param fill starts the program once on the new database */
  static async start(
    fill: (env: { DATA_DIR: string; DATABASE_URL: string }) => Promise<void>,
  ): Promise<Databases> {
    const folder = await mkdtemp(join(tmpdir(), 'mnbd-faults-'));
    const postgres = await startPostgres(join(folder, 'cluster'));
    if (!postgres) throw new Error('PostgreSQL is required: install its binaries.');
    const databases = new Databases(folder, postgres);
    for (const signal of ['SIGINT', 'SIGTERM'] as const) {
      process.once(signal, () => void databases.stop().finally(() => process.exit(1)));
    }
    await databases.query(`CREATE DATABASE ${TEMPLATE}`);
    await fill({ DATA_DIR: join(folder, 'template'), DATABASE_URL: databases.urlOf(TEMPLATE) });
    return databases;
  }

  /** Creates a database and a data folder. */
  async create(): Promise<{ DATA_DIR: string; DATABASE_URL: string }> {
    const name = `faults_${++this.count}`;
    await this.query(`CREATE DATABASE ${name} TEMPLATE ${TEMPLATE}`);
    const DATA_DIR = await mkdtemp(join(this.folder, 'data-'));
    return { DATA_DIR, DATABASE_URL: this.urlOf(name) };
  }

  async drop({ DATA_DIR, DATABASE_URL }: { DATA_DIR: string; DATABASE_URL: string }) {
    await this.query(`DROP DATABASE ${new URL(DATABASE_URL).pathname.slice(1)} WITH (FORCE)`);
    await rm(DATA_DIR, { recursive: true });
  }

  async stop(): Promise<void> {
    await this.postgres.stop();
    await rm(this.folder, { recursive: true, force: true });
  }

  private urlOf(name: string): string {
    const url = new URL(this.postgres.url);
    url.pathname = name;
    return url.href;
  }

  private async query(sql: string): Promise<void> {
    const client = new Client({ connectionString: this.postgres.url });
    await client.connect();
    await client.query(sql);
    await client.end();
  }
}
