import { Logger } from '@nestjs/common';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { migrate } from '#libs/database/src/migrations/migrate.js';
import { migrationNames } from '#libs/database/src/migrations/migration-files.js';
import { runCli } from '../support/cli.ts';
import {
  createEmptyDatabase,
  describeOnPostgres,
  type TestDatabase,
} from '../support/databases.ts';
import { eventually } from '../support/eventually.ts';
import { startProgram } from '../support/program.ts';
import { runUntilExit, spawnProgram } from '../support/program-process.ts';
import { query } from '../support/query.ts';

Logger.overrideLogger(false);

const MIGRATION = '20261201000000_initial';

describeOnPostgres('an interrupted migration', () => {
  let database: TestDatabase;
  let client: Client;

  beforeEach(async () => {
    database = await createEmptyDatabase();
    client = new Client({ connectionString: database.env.DATABASE_URL });
    await client.connect();
  });
  afterEach(async () => {
    await client.end();
    await database.drop();
  });

  const upgrade = () => migrate({ connectionString: database.env.DATABASE_URL });

  /** Runs a statement before each index that the migration creates. */
  const hinder = (statement: string, connection = client) =>
    connection.query(`
      CREATE FUNCTION hinder() RETURNS event_trigger LANGUAGE plpgsql AS $$
        BEGIN ${statement}; END
      $$;
      CREATE EVENT TRIGGER hinder ON ddl_command_start WHEN TAG IN ('CREATE INDEX')
        EXECUTE FUNCTION hinder()`);
  const hinderNoMore = () => client.query('DROP FUNCTION hinder CASCADE');

  const tables = async (): Promise<string[]> => {
    const { rows } = await client.query(
      `SELECT tablename FROM pg_tables WHERE schemaname = 'public' ORDER BY 1`,
    );
    return rows.map(({ tablename }) => tablename);
  };
  const sleeping = async () => {
    const { rows } = await client.query(
      `SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND wait_event = 'PgSleep'`,
    );
    return rows.length;
  };

  it.each(['SIGTERM', 'SIGKILL'] as const)(
    'leaves nothing behind after %s, and the next migration completes it',
    async (signal) => {
      await hinder('PERFORM pg_sleep(600)');
      const started = spawnProgram(database.env);
      await eventually(async () => (await sleeping()) === 1);
      started.process.kill(signal);
      const [code] = await once(started.process, 'close');
      expect(code).toBe(signal === 'SIGTERM' ? 143 : null);

      // Waits until PostgreSQL detects that the client is gone.
      await eventually(async () => (await sleeping()) === 0);
      expect(await tables()).toEqual([]);
      await hinderNoMore();
      expect(await upgrade()).toEqual([MIGRATION]);
    },
  );

  it('reports the failure and is applied once the cause is gone', async () => {
    await hinder(`RAISE 'no room' USING HINT = 'Make some.'`);
    const { code, output } = await runUntilExit(database.env);
    expect(code).toBe(1);
    expect(output.split('\n')).toContainEqual(
      expect.stringMatching(
        /^Migration 20261201000000_initial failed after \d+\.\d s and was rolled back: no room\. Make some \(P0001\)\. Fix the cause /,
      ),
    );
    expect(output).not.toContain('    at ');
    expect(await tables()).toEqual([]);

    const status = async () => (await runCli(database.env, 'migrate', 'status')).stdout;
    expect(await status()).toMatch(new RegExp(`^${MIGRATION} +pending`, 'm'));
    await hinderNoMore();
    expect(await upgrade()).toEqual([MIGRATION]);
    expect(await status()).toMatch(new RegExp(`^${MIGRATION} +applied +20.*Z$`, 'm'));
  });

  it('takes as long as it needs, whatever timeout the role has', async () => {
    const name = new URL(database.env.DATABASE_URL!).pathname.slice(1);
    await client.query(`ALTER DATABASE ${name} SET statement_timeout = 100`);
    await hinder(
      `IF to_regclass('businesses_slug_key') IS NULL THEN PERFORM pg_sleep(0.3); END IF`,
    );
    expect(await upgrade()).toEqual([MIGRATION]);
  });

  it('waits for users of its tables without blocking them for long', async () => {
    await client.query('CREATE TABLE used ()');
    await client.query('BEGIN; LOCK TABLE used IN ACCESS SHARE MODE');
    const other = new Client({ connectionString: database.env.DATABASE_URL });
    await other.connect();
    await hinder('LOCK TABLE used', other);
    const upgraded = upgrade();
    const waiting = `SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`;
    await eventually(async () => (await other.query(waiting)).rowCount === 1);
    await other.query('SELECT FROM used');
    await other.end();
    await client.query('COMMIT');
    expect(await upgraded).toEqual([MIGRATION]);
  });

  it('is retried after a deadlock', async () => {
    await client.query('CREATE SEQUENCE tries');
    await hinder(`IF nextval('tries') = 1 THEN RAISE 'deadlock' USING ERRCODE = '40P01'; END IF`);
    expect(await upgrade()).toEqual([MIGRATION]);
  });
});

describe('an embedded database being created', () => {
  it('never breaks the next start, whenever it is killed or stopped', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'mnbd-'));
    const env = { DATA_DIR: join(folder, 'data'), SAMPLE_DATA: 'false', LOG_LEVEL: 'debug' };
    const interrupt = async (
      signal: NodeJS.Signals,
      isReached: (output: string) => unknown,
    ): Promise<void> => {
      const started = spawnProgram(env);
      const exited = once(started.process, 'close');
      await eventually(() => isReached(started.output()), 60_000);
      started.process.kill(signal);
      await exited;
    };
    const isApplying = (output: string) => output.includes(`Applying migration ${MIGRATION}.`);
    const half = join(env.DATA_DIR, 'postgres.new');
    await interrupt('SIGKILL', () => existsSync(join(half, 'base')));
    await interrupt('SIGTERM', isApplying);
    const program = await startProgram(env);
    expect(existsSync(half)).toBe(false);
    const applied = await query(
      { env },
      'SELECT FROM _prisma_migrations WHERE finished_at IS NOT NULL',
    );
    expect(applied).toHaveLength((await migrationNames()).length);
    await program.stop();
    await rm(folder, { recursive: true });
  });
});
