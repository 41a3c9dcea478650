import type { Client } from 'pg';
import { describeOnPostgres, type TestDatabase } from '../support/databases.ts';
import { applyFormerly, databaseBefore } from '../support/former-version.ts';

const UPGRADE = '20261122010000_event_occurrences';

describeOnPostgres('the upgrade to stored occurrences', () => {
  let database: TestDatabase;
  let client: Client;

  beforeAll(async () => {
    ({ database, client } = await databaseBefore(UPGRADE));
    await client.query(`
      INSERT INTO events (id, slug, name, starts_at, ends_at, recurrence, excluded_dates, removed_at)
      SELECT gen_random_uuid(), slug, slug, '2026-12-01T18:00Z', '2026-12-01T20:00Z', recurrence,
        excluded::timestamptz[], removed::timestamptz
      FROM (VALUES
        ('once', NULL, '{}', NULL),
        ('unset', NULL, NULL, NULL),
        ('cancelled', NULL, '{2026-12-01T18:00Z}', NULL),
        ('removed', NULL, '{}', '2026-11-01Z'),
        ('weekly', 'FREQ=WEEKLY', '{}', NULL),
        ('weekly-removed', 'FREQ=WEEKLY', '{}', '2026-11-01Z')
      ) AS former (slug, recurrence, excluded, removed)`);
    await applyFormerly(client, UPGRADE);
  });
  afterAll(async () => {
    await client.end();
    await database.drop();
  });

  const slugsIn = async (table: string) => {
    const { rows } = await client.query<{ slug: string }>(
      `SELECT slug FROM ${table} JOIN events e ON e.id = event_id ORDER BY slug`,
    );
    return rows.map(({ slug }) => slug);
  };

  it('stores the occurrences of single events', async () => {
    expect(await slugsIn('event_occurrences')).toEqual(['once', 'unset']);
  });

  it('leaves recurring events to the program, without occurrences past their start', async () => {
    expect(await slugsIn('event_expansions')).toEqual(['weekly']);
    const { rows } = await client.query(
      'SELECT expanded_until = starts_at AS known FROM event_expansions JOIN events ON id = event_id',
    );
    expect(rows).toEqual([{ known: true }]);
  });
});
