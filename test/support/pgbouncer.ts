import { type ChildProcess, spawn } from 'node:child_process';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { canUse, findBinary } from './can-use.ts';
import { describeOnPostgres } from './databases.ts';
import { end, endAfterTests } from './end-after-tests.ts';
import { eventually } from './eventually.ts';
import { freePort } from './free-port.ts';

/** Settings of PgBouncer in the form of its configuration file. */
type Settings = Record<string, string>;

/** A PgBouncer in front of the tests' PostgreSQL server. */
export class PgBouncer {
  private constructor(
    private readonly process: ChildProcess,
    private readonly folder: string,
    /** Address of the database through PgBouncer. */
    readonly url: string,
  ) {}

  /** @param database address of the database on its server */
  static async start(database: string, settings: Settings): Promise<PgBouncer> {
    const server = new URL(database);
    const folder = await mkdtemp(join(tmpdir(), 'pgbouncer-'));
    await chmod(folder, 0o755);
    const port = await freePort();
    const all: Settings = {
      listen_addr: '127.0.0.1',
      listen_port: String(port),
      unix_socket_dir: '',
      auth_type: 'any',
      // It refuses to run as root.
      ...(process.getuid?.() === 0 && { user: 'nobody' }),
      ...settings,
    };
    const lines = [
      '[databases]',
      `* = host=${server.hostname} port=${server.port} user=${server.username}` +
        (server.password && ` password=${server.password}`),
      '[pgbouncer]',
      ...Object.entries(all).map(([name, value]) => `${name} = ${value}`),
    ];
    const file = join(folder, 'pgbouncer.ini');
    await writeFile(file, lines.join('\n'));
    await chmod(file, 0o644);
    const child = spawn(findBinary('pgbouncer')!, ['-q', file], { stdio: 'ignore' });
    const url = new URL(database);
    url.host = `127.0.0.1:${port}`;
    const bouncer = new PgBouncer(endAfterTests(child), folder, url.href);
    const client = await eventually(() => bouncer.connect());
    // PgBouncer opens more sessions only while a client is connected.
    await eventually(async () => {
      const { rowCount } = await client.query(
        'SELECT FROM pg_stat_activity WHERE datname = current_database()',
      );
      return rowCount! >= Number(settings.min_pool_size ?? 1);
    });
    await client.end();
    return bouncer;
  }

  private async connect(): Promise<Client | undefined> {
    const client = new Client({ connectionString: this.url });
    try {
      await client.connect();
      return client;
    } catch {
      void client.end();
    }
  }

  async stop(): Promise<void> {
    await end(this.process);
    await rm(this.folder, { recursive: true });
  }
}

/** Runs a suite if PgBouncer and PostgreSQL are installed. Otherwise skips it. */
export const describeWithPgBouncer = canUse('PgBouncer', findBinary('pgbouncer') !== undefined)
  ? describeOnPostgres
  : describe.skip;
