import type { Client } from 'pg';
import { describeOnPostgres, type TestDatabase } from '../support/databases.ts';
import { applyFormerly, databaseBefore } from '../support/former-version.ts';

const UPGRADE = '20261128161700_former_superseded_deliveries';

describeOnPostgres('the upgrade to superseded deliveries', () => {
  let database: TestDatabase;
  let client: Client;

  beforeAll(async () => {
    ({ database, client } = await databaseBefore(UPGRADE));
  });
  afterAll(async () => {
    await client.end();
    await database.drop();
  });

  it('supersedes mails that failed because their message no longer applied, and no others', async () => {
    await client.query(`
      INSERT INTO deliveries (id, kind, recipient, data, status, last_error)
      SELECT gen_random_uuid(), kind, 'ada@example.org', '{}', status::delivery_status, error
      FROM (VALUES
        ('lifted', 'failed', 'The key is not suspended for this reason any more.'),
        ('decided', 'failed', 'No key request is waiting any more.'),
        ('refused', 'failed', '550 No such user here'),
        ('waiting', 'pending', 'The key was revoked.')
      ) AS former (kind, status, error)`);
    await applyFormerly(client, UPGRADE);
    const { rows } = await client.query('SELECT kind, status FROM deliveries ORDER BY kind');
    expect(rows).toEqual([
      { kind: 'decided', status: 'superseded' },
      { kind: 'lifted', status: 'superseded' },
      { kind: 'refused', status: 'failed' },
      { kind: 'waiting', status: 'pending' },
    ]);
  });
});
