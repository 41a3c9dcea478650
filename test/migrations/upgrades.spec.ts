import { Logger } from '@nestjs/common';
import { Client } from 'pg';
import { probe } from '#libs/database/src/availability/probe.js';
import { migrate } from '#libs/database/src/migrations/migrate.js';
import {
  copyDatabase,
  createEmptyDatabase,
  describeOnPostgres,
  type TestDatabase,
} from '../support/databases.ts';
import { leaveAfter, MIGRATIONS } from '../support/former-version.ts';
import { giveTo, ownedByRole, type Owner } from '../support/owned-database.ts';
import { SchemaEngine } from '../support/schema-engine.ts';

Logger.overrideLogger(false);

/** Rows of each table, by the migration that created the table. */
const DATA: [since: string, sql: string][] = [
  [
    '20261120000000_pilot',
    `INSERT INTO businesses (id, slug, name, description, city, county, postal_code, hours, updated_at)
     SELECT gen_random_uuid(), 'cafe-' || n, 'Café Ole ' || n, 'Lutefisk at Studio54', 'St. Paul', 'Ramsey', '55101',
       '[{"day": "monday", "opens": "08:00", "closes": "09:00"}]', '2026-01-01Z'
     FROM generate_series(1, 20) AS n;
     INSERT INTO categories (id, slug, name) VALUES ('00000000-0000-7000-8000-000000000001', 'bakeries', 'Bakeries');
     INSERT INTO business_categories SELECT b.id, c.id FROM businesses b, categories c;
     INSERT INTO admins (id, email, name, password_hash)
     VALUES ('00000000-0000-7000-8000-000000000002', 'ada@example.org', 'Ada', 'x');
     INSERT INTO key_requests (id, name, email, project)
     VALUES ('00000000-0000-7000-8000-000000000003', 'Bo', 'Bo+maps@example.org', 'A map of bakeries.');
     INSERT INTO api_keys (id, request_id, label, owner_name, owner_email, limit_per_hour)
     SELECT gen_random_uuid(), id, 'Map', name, email, 1000 FROM key_requests;
     INSERT INTO deliveries (id, kind, recipient, data)
     VALUES (gen_random_uuid(), 'key-request-notice', 'ada@example.org', '{"requestId": "x"}');
     INSERT INTO audit_entries (id, action, subject) VALUES (gen_random_uuid(), 'create', 'business')`,
  ],
  [
    '20261121003100_events_and_deals',
    `INSERT INTO events (id, slug, name, city, starts_at, ends_at, recurrence) VALUES
       (gen_random_uuid(), 'fair', 'Fair', 'St. Paul', '2026-08-01Z', '2026-08-02Z', NULL),
       (gen_random_uuid(), 'market', 'Market', NULL, '2026-08-01Z', '2026-08-02Z', 'FREQ=WEEKLY');
     INSERT INTO deals (id, slug, title, business_id, starts_at)
     SELECT gen_random_uuid(), 'two-for-one', 'Two for one', id, '2026-01-01Z' FROM businesses LIMIT 1`,
  ],
  [
    '20261121005000_imports',
    `INSERT INTO imports (id, admin_id, dry_run, size) SELECT gen_random_uuid(), id, false, 1 FROM admins`,
  ],
];

const connect = async (connectionString: string): Promise<Client> => {
  const client = new Client({ connectionString });
  await client.connect();
  return client;
};
const upgrade = ({ DATABASE_URL }: { DATABASE_URL: string }) =>
  migrate({ connectionString: DATABASE_URL });

describeOnPostgres('the migrations', () => {
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

  it('produce schema.prisma, even when several processes start at once', async () => {
    const applied = await Promise.all([1, 2, 3].map(() => upgrade(owner.env)));
    expect(applied.sort((a, b) => a.length - b.length)).toEqual([[], [], MIGRATIONS]);

    const engine = await SchemaEngine.connect({ connectionString: owner.env.DATABASE_URL });
    expect(await engine.pendingChanges()).toBe('-- This is an empty migration.\n');
    await engine.close();
  });

  it('stop with a message if a newer version has run', async () => {
    await upgrade(owner.env);
    const client = await connect(owner.env.DATABASE_URL);
    await client.query(`
      INSERT INTO _prisma_migrations (id, migration_name, checksum, finished_at)
      VALUES ('x', '29990101000000_invoices', '', now())`);
    await client.end();
    await expect(upgrade(owner.env)).rejects.toThrow(
      /^A newer version of this program has migrated the database\. It applied 29990101000000_invoices\. /,
    );
    // A program started before the upgrade keeps working.
    expect(await probe({ connectionString: owner.env.DATABASE_URL })).toBeUndefined();
  });
});

describeOnPostgres('the migrations preserve the grants of an ordinary role', () => {
  /** Starts empty and advances by one migration in each test. */
  let former: TestDatabase;
  let owner: Owner;
  let reached: string | undefined;
  let database: TestDatabase;
  let env: { DATABASE_URL: string };
  let client: Client;

  beforeAll(async () => {
    former = await createEmptyDatabase();
    owner = await ownedByRole(former);
  });
  afterEach(async () => {
    await client.end();
    await database.drop();
  });
  afterAll(async () => {
    await former.drop();
    await owner.drop();
  });

  it.each(MIGRATIONS.slice(0, -1))('after %s', async (last) => {
    client = await connect(owner.env.DATABASE_URL);
    await leaveAfter(client, last, reached);
    reached = last;
    await client.end();
    database = await copyDatabase(former);
    ({ env } = await giveTo(owner.role, database));
    client = await connect(env.DATABASE_URL);
    for (const [since, sql] of DATA) if (since <= last) await client.query(sql);

    expect(await upgrade(env)).toEqual(MIGRATIONS.filter((name) => name > last));

    const { rows: businesses } = await client.query(`
      SELECT count(*)::int AS number, count(DISTINCT number)::int AS numbers, bool_and(
        name_key LIKE 'cafe ole %' AND city_slug = 'saint-paul' AND county_slug = 'ramsey'
        AND open_minutes = '{[480,540)}' AND category_slugs = '{bakeries}'
        AND search_vector @@ to_tsquery('english', 'cafe & lutefisk & bakery')
        AND known.businesses = 20
        AND record::json ->> 'slug' = slug AND record::json #>> '{categories,0,name}' = 'Bakeries'
        AND record::json ->> 'createdAt' IS NOT NULL
      ) AS "areDerived" FROM businesses, search_words AS known WHERE known.word IN ('lutefisk', 'studio54')`);
    expect(businesses).toEqual([{ number: 40, numbers: 20, areDerived: true }]);
    const { rows: keys } = await client.query(
      `SELECT r.mailbox, k.label FROM key_requests r JOIN api_keys k ON k.request_id = r.id`,
    );
    expect(keys).toEqual([{ mailbox: 'bo@example.org', label: 'Map' }]);
    if (last < '20261121003100_events_and_deals') return;
    const { rows: events } = await client.query(
      `SELECT (SELECT count(*)::int FROM event_occurrences) AS occurrences,
              (SELECT count(*)::int FROM event_expansions) AS rules,
              (SELECT count(*)::int FROM deals) AS deals`,
    );
    expect(events).toEqual([{ occurrences: 1, rules: 1, deals: 1 }]);
  });
});
