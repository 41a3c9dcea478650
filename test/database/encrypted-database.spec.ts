import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadEnvironment } from '#libs/config/src/load-environment.js';
import { openDatabase } from '#libs/database/src/open-database.js';
import { describeOnPostgres } from '../support/databases.ts';
import { type PostgresCluster, startOwnPostgres } from '../support/postgres-cluster.ts';
import { TestCertificate } from '../support/test-certificate.ts';

describeOnPostgres('a PostgreSQL server with TLS', () => {
  let certificate: TestCertificate;
  let folder: string;
  let cluster: PostgresCluster;

  beforeAll(async () => {
    certificate = new TestCertificate();
    folder = mkdtempSync(join(tmpdir(), 'encrypted-database-'));
    cluster = (await startOwnPostgres(join(folder, 'postgres'), certificate))!;
  }, 60_000);
  afterAll(async () => {
    await cluster.stop();
    certificate.remove();
    rmSync(folder, { recursive: true });
  });

  const urlWith = (parameters: string, { url } = cluster): string => `${url}?${parameters}`;
  /** Opens the database as the programs do, and reports whether its connections are encrypted. */
  async function isEncrypted(url: string): Promise<boolean> {
    const environment = loadEnvironment({ DATABASE_URL: url });
    const { database, close } = await openDatabase(environment, 'test', async () => {});
    try {
      const statement = 'SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()';
      return (await database.pool.query<{ ssl: boolean }>(statement)).rows[0]!.ssl;
    } finally {
      await close();
    }
  }

  it('is verified against a private certificate authority', async () => {
    const verified = `sslmode=verify-full&sslrootcert=${certificate.authorityFile}`;
    expect(await isEncrypted(urlWith(verified))).toBe(true);
    expect(await isEncrypted(cluster.url)).toBe(false);
  });

  it.each([
    ['an unknown certificate authority', () => urlWith('sslmode=verify-full'), /certificate/],
    [
      'a name that its certificate lacks',
      () =>
        urlWith(`sslmode=verify-full&sslrootcert=${certificate.authorityFile}`).replace(
          '127.0.0.1',
          'localhost',
        ),
      /does not match certificate's altnames/,
    ],
    [
      'a missing root certificate',
      () => urlWith('sslmode=verify-full&sslrootcert=/nowhere/root.crt'),
      /ENOENT: no such file or directory, open '\/nowhere\/root\.crt'\.$/,
    ],
    [
      'an unknown role',
      () => cluster.url.replace('postgres@', 'nobody:hunter2@'),
      /role "nobody" does not exist\.$/,
    ],
    [
      'an unknown database',
      () => cluster.url.replace(/postgres$/, 'nothing'),
      /database "nothing" does not exist\.$/,
    ],
  ])('is refused with %s, quoting the error', async (_, url, words) => {
    const refusal = await isEncrypted(url()).catch((error: Error) => error.message);
    expect(refusal).toMatch(
      /^Cannot use the database (postgres|nothing) on \S+ from DATABASE_URL: /,
    );
    expect(refusal).toMatch(words);
    expect(refusal).not.toContain('hunter2');
  });
});
