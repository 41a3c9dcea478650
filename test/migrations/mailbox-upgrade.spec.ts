import type { Client } from 'pg';
import { describeOnPostgres, type TestDatabase } from '../support/databases.ts';
import { applyFormerly, databaseBefore } from '../support/former-version.ts';

const UPGRADE = '20261122030000_mailboxes_and_notices';

describeOnPostgres('the upgrade to mailboxes and notices', () => {
  let database: TestDatabase;
  let client: Client;

  beforeAll(async () => {
    ({ database, client } = await databaseBefore(UPGRADE));
    await client.query(`
      INSERT INTO key_requests (id, name, email, project, status, created_at)
      SELECT gen_random_uuid(), 'X', email, 'A project of former times.', status::key_request_status, at::timestamptz
      FROM (VALUES
        ('ada+a@example.org', 'pending', '2026-01-01Z'), ('ada+b@example.org', 'pending', '2026-01-02Z'),
        ('ada@example.org', 'pending', '2026-01-03Z'), ('ada+c@example.org', 'rejected', '2026-01-04Z'),
        ('bo+a@example.org', 'pending', '2026-01-01Z'), ('bo+b@example.org', 'pending', '2026-01-02Z'),
        ('+@example.org', 'pending', '2026-01-01Z')
      ) AS former (email, status, at)`);
    await client.query(`
      INSERT INTO deliveries (id, kind, recipient, data, status, created_at)
      SELECT gen_random_uuid(), 'key-request-notice', recipient, '{"requestId": "x"}', status::delivery_status, at::timestamptz
      FROM (VALUES
        ('one@example.org', 'pending', '2026-01-01Z'), ('one@example.org', 'pending', '2026-01-02Z'),
        ('two@example.org', 'pending', '2026-01-01Z'), ('two@example.org', 'sent', '2026-01-02Z')
      ) AS former (recipient, status, at)`);
    await applyFormerly(client, UPGRADE);
  });
  afterAll(async () => {
    await client.end();
    await database.drop();
  });

  it('keeps every pending request and gives one of them the mailbox', async () => {
    const { rows } = await client.query('SELECT email, mailbox FROM key_requests ORDER BY email');
    expect(Object.fromEntries(rows.map(({ email, mailbox }) => [email, mailbox]))).toEqual({
      '+@example.org': '+@example.org',
      'ada@example.org': 'ada@example.org',
      'ada+a@example.org': 'ada+a@example.org',
      'ada+b@example.org': 'ada+b@example.org',
      'ada+c@example.org': 'ada@example.org',
      'bo+a@example.org': 'bo@example.org',
      'bo+b@example.org': 'bo+b@example.org',
    });
  });

  it('refuses another pending request of a mailbox from then on', async () => {
    await expect(
      client.query(`INSERT INTO key_requests (id, name, email, project)
                    VALUES (gen_random_uuid(), 'X', 'Ada+new@example.org', 'Another one.')`),
    ).rejects.toThrow('key_requests_one_pending_per_mailbox');
  });

  it('leaves one notice per recipient', async () => {
    const { rows } = await client.query(`
      SELECT recipient, status, count(*)::int FROM deliveries GROUP BY 1, 2 ORDER BY 1, 2`);
    expect(rows).toEqual([
      { recipient: 'one@example.org', status: 'pending', count: 1 },
      { recipient: 'one@example.org', status: 'failed', count: 1 },
      { recipient: 'two@example.org', status: 'pending', count: 1 },
      { recipient: 'two@example.org', status: 'sent', count: 1 },
    ]);
  });
});
