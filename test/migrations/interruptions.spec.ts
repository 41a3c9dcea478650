import { Logger } from '@nestjs/common';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { migrate } from '#libs/database/src/migrations/migrate.js';
import { runCli } from '../support/cli.ts';
import { copyDatabase, describeOnPostgres, type TestDatabase } from '../support/databases.ts';
import { eventually } from '../support/eventually.ts';
import {
  applyFormerly,
  beginFormerly,
  databaseBefore,
  MIGRATIONS,
} from '../support/former-version.ts';
import { runUntilExit, spawnProgram, startProcess } from '../support/program-process.ts';
import { query } from '../support/query.ts';

Logger.overrideLogger(false);

const MIGRATION = '20261122030000_mailboxes_and_notices';
const FORMER = MIGRATIONS[MIGRATIONS.indexOf(MIGRATION) - 1]!;
const SINCE = MIGRATIONS.slice(MIGRATIONS.indexOf(MIGRATION));

describeOnPostgres('an interrupted migration', () => {
  let former: TestDatabase;
  let database: TestDatabase;
  let client: Client;

  beforeAll(async () => {
    ({ database: former, client } = await databaseBefore(MIGRATION));
    await client.query(`INSERT INTO key_requests (id, name, email, project)
                        VALUES (gen_random_uuid(), 'Bo', 'bo@example.org', 'A map of bakeries.')`);
    await client.end();
  });
  afterAll(() => former.drop());
  beforeEach(async () => {
    database = await copyDatabase(former);
    client = new Client({ connectionString: database.env.DATABASE_URL });
    await client.connect();
  });
  afterEach(async () => {
    await client.end();
    await database.drop();
  });

  const upgrade = () => migrate({ connectionString: database.env.DATABASE_URL });

  /** Runs a statement whenever the migration changes key requests. */
  const hinder = (statement: string) =>
    client.query(`
      CREATE FUNCTION hinder() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN ${statement}; RETURN NEW; END
      $$;
      CREATE TRIGGER hinder BEFORE UPDATE ON key_requests FOR EACH ROW EXECUTE FUNCTION hinder()`);
  const hinderNoMore = () => client.query('DROP FUNCTION hinder CASCADE');

  const noted = async (): Promise<string[]> => {
    const { rows } = await client.query('SELECT * FROM _prisma_migrations ORDER BY migration_name');
    expect(rows.every((row) => row.finished_at && !row.logs)).toBe(true);
    return rows.map((row) => row.migration_name);
  };
  const sleeping = async () => {
    const { rows } = await client.query(
      `SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND wait_event = 'PgSleep'`,
    );
    return rows.length;
  };

  it.each(['SIGTERM', 'SIGKILL'] as const)(
    'leaves nothing behind after %s, and the next start completes it',
    async (signal) => {
      await hinder('PERFORM pg_sleep(600)');
      const started = spawnProgram(database.env);
      await eventually(async () => (await sleeping()) === 1);
      started.process.kill(signal);
      const [code] = await once(started.process, 'close');
      expect(code).toBe(signal === 'SIGTERM' ? 143 : null);
      expect(started.output()).toContain(`Applying migration ${MIGRATION}.`);

      // Waits until PostgreSQL detects that the client is gone.
      await eventually(async () => (await sleeping()) === 0);
      expect((await noted()).at(-1)).toBe(FORMER);
      await hinderNoMore();
      const program = await startProcess(database.env);
      await program.stop();
      expect(await noted()).toEqual(MIGRATIONS);
    },
  );

  it('reports the failure and is applied once the cause is gone', async () => {
    await hinder(`RAISE 'no room for %', NEW.name USING HINT = 'Make some.'`);
    const { code, output } = await runUntilExit(database.env);
    expect(code).toBe(1);
    expect(output.split('\n')).toContainEqual(
      expect.stringMatching(
        /^Migration 20261122030000_mailboxes_and_notices failed after \d+\.\d s: no room for Bo\. Make some \(P0001\)\. The unfinished step was rolled back\. /,
      ),
    );
    expect(output).not.toContain('    at ');
    expect((await noted()).at(-1)).toBe(FORMER);

    await hinderNoMore();
    expect(await upgrade()).toEqual(SINCE);
  });

  it('takes as long as it needs, whatever timeout the role has', async () => {
    const name = new URL(database.env.DATABASE_URL!).pathname.slice(1);
    await client.query(`ALTER DATABASE ${name} SET statement_timeout = 100`);
    await hinder('PERFORM pg_sleep(0.3)');
    expect(await upgrade()).toEqual(SINCE);
  });

  it('waits for users of its tables without blocking them for long', async () => {
    await client.query('BEGIN; LOCK TABLE key_requests IN ACCESS SHARE MODE');
    const upgraded = upgrade();
    const other = new Client({ connectionString: database.env.DATABASE_URL });
    await other.connect();
    const waiting = `SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`;
    await eventually(async () => (await other.query(waiting)).rowCount === 1);
    await other.query('SELECT FROM key_requests');
    await other.end();
    await client.query('COMMIT');
    expect(await upgraded).toEqual(SINCE);
  });

  it('is retried after a deadlock', async () => {
    await client.query('CREATE SEQUENCE tries');
    await hinder(`IF nextval('tries') = 1 THEN RAISE 'deadlock' USING ERRCODE = '40P01'; END IF`);
    expect(await upgrade()).toEqual(SINCE);
  });

  describe('of a former version', () => {
    beforeEach(() => beginFormerly(client, MIGRATION));

    it('is applied if it had no effect', async () => {
      await client.query(`UPDATE _prisma_migrations SET logs = 'ERROR' WHERE finished_at IS NULL`);
      expect(await upgrade()).toEqual(SINCE);
      expect(await noted()).toEqual(MIGRATIONS);
    });

    it('is recorded if it was complete', async () => {
      await applyFormerly(client, MIGRATION);
      await client.query(`UPDATE _prisma_migrations SET applied_steps_count = 1`);
      expect(await upgrade()).toEqual(SINCE);
      expect(await noted()).toEqual(MIGRATIONS);
    });

    it('is settled on the command line if its state is unknown', async () => {
      await applyFormerly(client, MIGRATION);
      const { output } = await runUntilExit(database.env);
      expect(output).toMatch(
        /An earlier version started migration \S+ at \S+Z but did not record its end, and it cannot be applied again: column "mailbox" of relation "key_requests" already exists \(42701\)\. .*`npx mnbd migrate resolve 20261122030000_mailboxes_and_notices --applied`/,
      );
      const status = await runCli(database.env, 'migrate', 'status');
      expect(status.stdout).toMatch(
        new RegExp(
          `^${FORMER} +applied +20.*Z\n${MIGRATION} +started by an earlier version\n`,
          'm',
        ),
      );
      const resolved = await runCli(database.env, 'migrate', 'resolve', MIGRATION, '--applied');
      expect(resolved.stdout).toBe(`Recorded ${MIGRATION} as applied.\n`);
      expect(await upgrade()).toEqual(SINCE.slice(1));
    });

    it('is pending again if it was undone by hand', async () => {
      const resolve = () => runCli(database.env, 'migrate', 'resolve', MIGRATION, '--rolled-back');
      expect((await resolve()).stdout).toBe(`Recorded ${MIGRATION} as pending.\n`);
      expect(await resolve()).toMatchObject({
        code: 1,
        stderr: `${MIGRATION} was never started. The next start will apply it.\n`,
      });
      expect(await upgrade()).toEqual(SINCE);
    });
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
    const isApplied = (migration: string) => (output: string) =>
      output.includes(`Applying migration ${migration}.`);
    const half = join(env.DATA_DIR, 'postgres.new');
    await interrupt('SIGKILL', () => existsSync(join(half, 'base')));
    await interrupt('SIGTERM', isApplied(MIGRATIONS[0]!));
    await interrupt('SIGKILL', isApplied(MIGRATIONS[2]!));
    const program = await startProcess(env);
    expect(existsSync(half)).toBe(false);
    const applied = await query(
      { env, drop: async () => {} },
      'SELECT FROM _prisma_migrations WHERE finished_at IS NOT NULL',
    );
    expect(applied).toHaveLength(MIGRATIONS.length);
    await program.stop();
    await rm(folder, { recursive: true });
  });
});
