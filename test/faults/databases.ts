import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { type PostgresCluster, startPostgres } from '../support/postgres-cluster.ts';

const TEMPLATE = 'faults_template';

/** Settings of a database. Without an address, it is embedded in the folder. */
export interface DatabaseSettings {
  DATA_DIR: string;
  DATABASE_URL?: string;
}

/** Copies of a database that has the schema and the first admin. */
export interface Databases {
  /** Creates a database and a data folder. */
  create(): Promise<DatabaseSettings>;
  drop(database: DatabaseSettings): Promise<void>;
  stop(): Promise<void>;
}

/** Starts the program once on a new database. */
type Fill = (env: DatabaseSettings) => Promise<void>;

/** Stops servers and removes files if the run is interrupted. */
function stopOnSignal(databases: Databases): void {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void databases.stop().finally(() => process.exit(1)));
  }
}

/** Databases of a PostgreSQL server. */
export class ServerDatabases implements Databases {
  private count = 0;

  private constructor(
    private readonly folder: string,
    private readonly postgres: PostgresCluster,
  ) {}

  static async start(fill: Fill): Promise<ServerDatabases> {
    const folder = await mkdtemp(join(tmpdir(), 'mnbd-faults-'));
    const postgres = await startPostgres(join(folder, 'cluster'));
    if (!postgres) throw new Error('PostgreSQL is required: install its binaries.');
    const databases = new ServerDatabases(folder, postgres);
    stopOnSignal(databases);
    await databases.query(`CREATE DATABASE ${TEMPLATE}`);
    await fill({ DATA_DIR: join(folder, 'template'), DATABASE_URL: databases.urlOf(TEMPLATE) });
    return databases;
  }

  async create(): Promise<DatabaseSettings> {
    const name = `faults_${++this.count}`;
    await this.query(`CREATE DATABASE ${name} TEMPLATE ${TEMPLATE}`);
    const DATA_DIR = await mkdtemp(join(this.folder, 'data-'));
    return { DATA_DIR, DATABASE_URL: this.urlOf(name) };
  }

  async drop({ DATA_DIR, DATABASE_URL }: DatabaseSettings): Promise<void> {
    await this.query(`DROP DATABASE ${new URL(DATABASE_URL!).pathname.slice(1)} WITH (FORCE)`);
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

/** Embedded databases. */
export class EmbeddedDatabases implements Databases {
  private constructor(private readonly folder: string) {}

  static async start(fill: Fill): Promise<EmbeddedDatabases> {
    const databases = new EmbeddedDatabases(await mkdtemp(join(tmpdir(), 'mnbd-faults-')));
    stopOnSignal(databases);
    await fill({ DATA_DIR: databases.template });
    return databases;
  }

  async create(): Promise<DatabaseSettings> {
    const DATA_DIR = await mkdtemp(join(this.folder, 'data-'));
    await cp(this.template, DATA_DIR, { recursive: true });
    return { DATA_DIR };
  }

  async drop({ DATA_DIR }: DatabaseSettings): Promise<void> {
    await rm(DATA_DIR, { recursive: true });
  }

  async stop(): Promise<void> {
    await rm(this.folder, { recursive: true, force: true });
  }

  private get template(): string {
    return join(this.folder, 'template');
  }
}
