import { Logger } from '@nestjs/common';
import { migrate } from '#libs/database/src/migrations/migrate.js';
import { describeOnPostgres } from '../support/databases.ts';
import { databaseBefore } from '../support/former-version.ts';

Logger.overrideLogger(false);

const STORED = [
  ['192.0.2.7', '192.0.2.0/24'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1::/48'],
  ['::1', '::1'],
  ['unknown', null],
  ['fe80::1%eth0', null],
  [null, null],
] as const;

describeOnPostgres('the migration that shortens addresses of admins', () => {
  it('keeps only networks, and leaves the audit log unchangeable', async () => {
    const { database, client } = await databaseBefore('20261129110000_less_in_a_dump');
    await client.query(
      `INSERT INTO audit_entries (id, action, subject, address)
       SELECT gen_random_uuid(), n::text, 'admin', address FROM unnest($1::text[])
       WITH ORDINALITY AS each(address, n)`,
      [STORED.map(([address]) => address)],
    );
    await migrate({ connectionString: database.env.DATABASE_URL });
    const { rows } = await client.query('SELECT address FROM audit_entries ORDER BY action');
    expect(rows.map(({ address }) => address)).toEqual(STORED.map(([, network]) => network));
    await expect(client.query('DELETE FROM audit_entries')).rejects.toThrow('append-only');
    await client.end();
    await database.drop();
  });
});
