import { Client } from 'pg';
import { createEmptyDatabase, describeOnPostgres } from '../support/databases.ts';
import { eventually } from '../support/eventually.ts';
import { call } from '../support/http.ts';
import { requestKey } from '../support/keys.ts';
import { ownedByRole, type Owner } from '../support/owned-database.ts';
import { databaseLines } from '../support/proxied-database.ts';
import { useDirectoryProcess } from '../support/use-directory.ts';

describeOnPostgres('a running PostgreSQL server', () => {
  let owner: Owner;
  let superuser: Client;
  let url: string;
  const { program, key } = useDirectoryProcess(async (database) => {
    superuser = new Client({ connectionString: database.env.DATABASE_URL });
    // Dropping the database ends its connection.
    await superuser.on('error', () => {}).connect();
    owner = await ownedByRole(database);
    return { ...owner.env, TRUST_PROXY: 'true' };
  }, createEmptyDatabase);

  beforeAll(() => {
    ({ url } = program);
  });
  afterAll(() => owner.drop());

  const read = (limit: number) => call('GET', `${url}/api/v1/businesses?limit=${limit}`, { key });
  const readiness = async (): Promise<[number, string]> => {
    const response = await fetch(`${url}/health/ready`);
    return [response.status, ((await response.json()) as { database: string }).database];
  };
  /** Ends connections as a manual restart does (SQLSTATE class 57, "terminating connection"). */
  const endConnections = () =>
    superuser.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE usename = $1`,
      [owner.role],
    );

  it.each([
    [
      'is read-only',
      'read_only',
      'SET default_transaction_read_only = on',
      'RESET default_transaction_read_only',
      'DATABASE',
    ],
    ['refuses the program’s logins', 'refusing', 'NOLOGIN', 'LOGIN', 'ROLE'],
    ['has too many clients', 'refusing', 'CONNECTION LIMIT 0', 'CONNECTION LIMIT -1', 'ROLE'],
  ])('causes 503 until it recovers when it %s', async (_name, state, begin, end, what) => {
    const name = what === 'ROLE' ? owner.role : owner.database;
    const before = program.output().length;
    expect((await read(1)).status).toBe(200);
    await superuser.query(`ALTER ${what} ${name} ${begin}`);

    // A cached page is served for as long as its version is trusted.
    const change = () => requestKey(program);
    const refused = state === 'read_only' ? [change] : [change, () => read(1)];
    for (const ask of refused) {
      await eventually(async () => {
        // A connection that was being opened at the change can appear later.
        await endConnections();
        return (await ask()).status === 503;
      });
    }
    for (let i = 0; i < 50; i++) {
      for (const { status, headers, body } of await Promise.all(refused.map((ask) => ask()))) {
        expect([status, body.error.code]).toEqual([503, 'unavailable']);
        expect(Number(headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
      }
    }
    if (state === 'read_only') expect((await read(2)).status).toBe(200);
    await eventually(async () => (await readiness())[1] === state);
    expect(await readiness()).toEqual([503, state]);

    await superuser.query(`ALTER ${what} ${name} ${end}`);
    await eventually(async () => (await readiness())[0] === 200);
    expect((await read(1)).status).toBe(200);
    expect((await requestKey(program)).status).toBe(201);
    const said = program.output().slice(before);
    expect(databaseLines({ output: () => said })).toHaveLength(2);
    expect(said).not.toContain('"stack"');
  });
});
