import { Logger } from '@nestjs/common';
import { Client } from 'pg';
import { probe } from '#libs/database/src/availability/probe.js';
import { migrate } from '#libs/database/src/migrations/migrate.js';
import { migrationNames } from '#libs/database/src/migrations/migration-files.js';
import { runCli } from '../support/cli.ts';
import {
  createEmptyDatabase,
  describeOnPostgres,
  type TestDatabase,
} from '../support/databases.ts';
import { ownedByRole, type Owner } from '../support/owned-database.ts';
import { query } from '../support/query.ts';
import { SchemaEngine } from '../support/schema-engine.ts';

Logger.overrideLogger(false);

describeOnPostgres('the migrations, run by an ordinary role', () => {
  let database: TestDatabase;
  let owner: Owner;

  beforeEach(async () => {
    database = await createEmptyDatabase();
    owner = await ownedByRole(database);
  });
  afterEach(async () => {
    await database.drop();
    await owner.drop();
  });

  const upgrade = () => migrate({ connectionString: owner.env.DATABASE_URL });

  it('produce schema.prisma, even when several processes start at once', async () => {
    const applied = await Promise.all([upgrade(), upgrade(), upgrade()]);
    expect(applied.sort((a, b) => a.length - b.length)).toEqual([[], [], await migrationNames()]);

    const engine = await SchemaEngine.connect({ connectionString: owner.env.DATABASE_URL });
    expect(await engine.pendingChanges()).toBe('-- This is an empty migration.\n');
    await engine.close();
  });

  it('leave no order to triggers, because a row of a table has one for each event', async () => {
    await upgrade();
    const rows = await query(
      database,
      `SELECT tgrelid::regclass AS "table", array_agg(tgname) AS triggers
       FROM pg_trigger, LATERAL (VALUES (4), (8), (16)) AS event(bit)
       WHERE NOT tgisinternal AND tgtype & 1 = 1 AND tgtype & event.bit > 0
       GROUP BY tgrelid, tgtype & 2, event.bit HAVING count(*) > 1`,
    );
    expect(rows).toEqual([]);
  });

  it('stop with a message if a newer version has run', async () => {
    await upgrade();
    const client = new Client({ connectionString: owner.env.DATABASE_URL });
    await client.connect();
    await client.query(`
      INSERT INTO _prisma_migrations (id, migration_name, checksum, finished_at)
      VALUES ('x', '29990101000000_invoices', '', now())`);
    await client.end();
    await expect(upgrade()).rejects.toThrow(
      /^A newer version of this program has migrated the database\. It applied 29990101000000_invoices\. /,
    );
    const { stdout } = await runCli(owner.env, 'migrate', 'status');
    expect(stdout).toMatch(/^29990101000000_invoices +from a newer version +20.*Z$/m);
    // A program started before the upgrade keeps working.
    expect(await probe({ connectionString: owner.env.DATABASE_URL })).toBeUndefined();
  });
});
