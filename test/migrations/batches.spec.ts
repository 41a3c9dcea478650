import { Logger } from '@nestjs/common';
import type { Client } from 'pg';
import { migrate } from '#libs/database/src/migrations/migrate.js';
import { runCli } from '../support/cli.ts';
import { describeOnPostgres, type TestDatabase } from '../support/databases.ts';
import { eventually } from '../support/eventually.ts';
import { databaseBefore, MIGRATIONS } from '../support/former-version.ts';

Logger.overrideLogger(false);

/** More rows than one batch and fewer than two. */
const ROWS = 1_200;
const IN_SECOND_BATCH = 1_100;

/** Migrations with a batched step, and the column that is null in unprocessed rows. */
const IN_BATCHES = [
  ['20261121003000_directory_search', 'search'],
  ['20261121060000_fast_reads', 'number'],
] as const;

describeOnPostgres.each(IN_BATCHES)('the batches of %s', (migration, derived) => {
  let database: TestDatabase;
  let client: Client;

  beforeAll(async () => {
    ({ database, client } = await databaseBefore(migration));
    await client.query(`
      INSERT INTO businesses (id, slug, name, updated_at)
      SELECT gen_random_uuid(), 'cafe-' || n, 'Café ' || n, '2026-01-01Z' FROM generate_series(1, ${ROWS}) AS n;
      INSERT INTO categories (id, slug, name) VALUES (gen_random_uuid(), 'bakeries', 'Bakeries');
      INSERT INTO business_categories SELECT b.id, c.id FROM businesses b, categories c`);
  });
  afterAll(async () => {
    await client.end();
    await database.drop();
  });

  const upgrade = () => migrate({ connectionString: database.env.DATABASE_URL });

  it('do not block readers, keep finished work when interrupted, and continue', async () => {
    // Blocks every transaction that changes that row.
    await client.query(`
      CREATE FUNCTION hinder(slug text) RETURNS boolean LANGUAGE plpgsql AS $$
        BEGIN
          IF slug = 'cafe-${IN_SECOND_BATCH}' THEN PERFORM pg_sleep(600); END IF;
          RETURN true;
        END
      $$;
      ALTER TABLE businesses ADD CONSTRAINT hinder CHECK (hinder(slug)) NOT VALID`);
    const interrupted = expect(upgrade()).rejects.toThrow(
      /was interrupted after .* terminating connection due to administrator command \(57P01\)/,
    );
    const sleeping = await eventually(async () => {
      const { rows } = await client.query(`
        SELECT pid FROM pg_stat_activity
        WHERE datname = current_database() AND wait_event = 'PgSleep'`);
      return rows[0];
    });
    const { rows } = await client.query(
      `SELECT count(*)::int AS done FROM businesses WHERE ${derived} IS NOT NULL`,
    );
    expect(rows).toEqual([{ done: 1_000 }]);
    await client.query('SELECT pg_terminate_backend($1)', [sleeping.pid]);
    await interrupted;

    const { stdout } = await runCli(database.env, 'migrate', 'status');
    expect(stdout).toMatch(new RegExp(`^${migration} +1 of \\d steps applied$`, 'm'));
    const { rows: noted } = await client.query('SELECT FROM _prisma_migrations');
    expect(noted).toHaveLength(MIGRATIONS.indexOf(migration));

    await client.query('ALTER TABLE businesses DROP CONSTRAINT hinder');
    await client.query(`UPDATE businesses SET phone = '1' WHERE slug = 'cafe-${ROWS}'`);
    expect(await upgrade()).toEqual(MIGRATIONS.slice(MIGRATIONS.indexOf(migration)));
    const { rows: all } = await client.query(`
      SELECT count(*)::int AS number, bool_and(
        search_vector @@ to_tsquery('english', 'bakery') AND category_slugs = '{bakeries}' AND name_key LIKE 'cafe %'
        AND record::json #>> '{categories,0,slug}' = 'bakeries'
      ) AS "areDerived" FROM businesses`);
    expect(all).toEqual([{ number: ROWS, areDerived: true }]);
    const { rows: steps } = await client.query(`SELECT to_regclass('_migration_steps') AS left`);
    expect(steps).toEqual([{ left: null }]);
  });
});
