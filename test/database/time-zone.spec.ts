import { Database } from '#libs/database/src/database.js';
import { KeysRepository } from '#libs/keys/src/administration/keys.repository.js';
import { UsageRepository } from '#libs/keys/src/usage/usage.repository.js';
import { UsageService } from '#libs/keys/src/usage/usage.service.js';
import { DeliveriesRepository } from '#libs/mail/src/deliveries/deliveries.repository.js';
import { createDatabase, describeOnPostgres, type TestDatabase } from '../support/databases.ts';
import { ManualClock } from '../support/manual-clock.ts';
import { query } from '../support/query.ts';

describeOnPostgres('a database server with a local time zone, date style and string syntax', () => {
  let testDatabase: TestDatabase;
  let database: Database;

  beforeAll(async () => {
    testDatabase = await createDatabase('PostgreSQL');
    const { DATABASE_URL } = testDatabase.env;
    const name = new URL(DATABASE_URL!).pathname.slice(1);
    await query(testDatabase, `ALTER DATABASE ${name} SET timezone TO 'America/Chicago'`);
    await query(testDatabase, `ALTER DATABASE ${name} SET datestyle TO 'SQL, MDY'`);
    await query(testDatabase, `ALTER DATABASE ${name} SET standard_conforming_strings TO off`);
    database = await Database.connect({ connectionString: DATABASE_URL });
  });
  afterAll(async () => {
    await database.close();
    await testDatabase.drop();
  });

  const addKey = (expiresAt: Date) =>
    database.apiKey.create({
      data: {
        label: 'Maps',
        ownerName: 'Ada',
        ownerEmail: 'ada@example.org',
        limitPerHour: 1,
        expiresAt,
      },
    });

  it('stores and returns times unchanged in every query', async () => {
    const expiresAt = new Date('2026-12-01T00:30:00.250Z');
    const { id } = await addKey(expiresAt);
    const sql = `SELECT expires_at AS "expiresAt" FROM api_keys WHERE id = '${id}'`;
    expect([
      (await database.apiKey.findUniqueOrThrow({ where: { id } })).expiresAt,
      (await database.$queryRawUnsafe<{ expiresAt: Date }[]>(sql))[0]!.expiresAt,
      (await database.probe<{ expiresAt: Date }>(sql))!.expiresAt,
      (await database.reads.query<{ expiresAt: Date }>(sql)).rows[0]!.expiresAt,
    ]).toEqual(Array(4).fill(expiresAt));
  });

  it('reads backslashes in functions unchanged', async () => {
    const sql = `SELECT search_text('St. Paul') AS "text"`;
    const { rows } = await database.reads.query<{ text: string }>(sql);
    expect(rows).toEqual([{ text: 'st paul saint street' }]);
  });

  it('does not delay mails', async () => {
    await database.delivery.create({ data: { kind: 'test', recipient: 'a@b.test', data: {} } });
    expect(await new DeliveriesRepository(database).leaseDue(5)).toHaveLength(1);
  });

  it('counts usage by UTC day, even when daylight saving time ends', async () => {
    const { id: keyId } = await addKey(new Date('2027-01-01T00:00:00Z'));
    const usage = new UsageService(
      new UsageRepository(database),
      new KeysRepository(database),
      new ManualClock(),
    );
    const from = new Date('2026-10-31T00:00:00Z');
    const to = new Date('2026-11-03T00:00:00Z');
    const { steps } = await usage.of(keyId, { by: 'day', from, to });
    expect(steps.map(({ start }) => start.toISOString().slice(0, 16))).toEqual([
      '2026-10-31T00:00',
      '2026-11-01T00:00',
      '2026-11-02T00:00',
    ]);
  });
});
