import { PGlite } from '@electric-sql/pglite';
import { fuzzystrmatch } from '@electric-sql/pglite/contrib/fuzzystrmatch';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { unaccent } from '@electric-sql/pglite/contrib/unaccent';
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client, type Pool } from 'pg';
import { signIn } from '../support/admin.ts';
import { runCli } from '../support/cli.ts';
import {
  createEmptyDatabase,
  describeOnPostgres,
  type TestDatabase,
} from '../support/databases.ts';
import { leaveAfter } from '../support/former-version.ts';
import { call } from '../support/http.ts';
import { insertKey } from '../support/insert-key.ts';
import { type Program, startProgram } from '../support/program.ts';

/** Last migration of release 0.1.0, and data of a directory of that release. */
const LAST = '20261121005000_imports';
const DATA = 'test/fixtures/release-0.1.0.sql';
/** Adapts the embedded database to the `query` method of a pool or client. */
const asClient = (db: PGlite) =>
  ({
    query: (sql: string, values?: unknown[]) => (values ? db.query(sql, values) : db.exec(sql)),
  }) as unknown as Client;

/** Creates a database of the release and returns a key in it. */
async function leaveRelease(client: Client): Promise<string> {
  await leaveAfter(client, LAST);
  await client.query(await readFile(DATA, 'utf8'));
  return (await insertKey(client as unknown as Pool, { limitPerHour: 42 })).text;
}

/** Verifies over HTTP that all data of the release is present. */
async function expectAll(program: Program, key: string): Promise<void> {
  const get = async (path: string) => {
    const answer = await call('GET', `${program.url}/api/v1${path}`, {
      headers: { 'x-api-key': key },
    });
    expect([path, answer.status]).toEqual([path, 200]);
    return answer;
  };
  const list = await get('/businesses');
  expect(list.body.pagination.total).toBe(2);
  expect(list.headers.get('x-ratelimit-limit')).toBe('42');
  expect((await get('/businesses/cafe-ole')).body.data).toMatchObject({
    name: 'Café Olé',
    address: { street: '1 Main St', city: 'St. Paul', county: 'Ramsey', postalCode: '55101' },
    categories: [{ slug: 'bakeries', name: 'Bakeries' }],
    phone: '+16515550100',
    hours: [{ day: 'monday', opens: '08:00', closes: '09:00' }],
  });
  expect((await get('/businesses?q=lutefisk&category=food')).body.pagination.total).toBe(1);
  expect((await get('/businesses?city=saint-paul')).body.pagination.total).toBe(1);
  expect((await get('/categories')).body.data).toMatchObject([
    { slug: 'food', businessCount: 1, children: [{ slug: 'bakeries' }] },
  ]);
  expect((await get('/deals/two-for-one')).body.data).toMatchObject({ title: 'Two for one' });
  expect((await get('/events/fair')).body.data).toMatchObject({ name: 'Fair' });

  const token = await signIn(program);
  const admin = async (path: string) =>
    (await call('GET', `${program.url}/admin${path}`, { token })).body.data;
  expect(await admin('/keys')).toMatchObject([
    { ownerEmail: 'test@example.org', limitPerHour: 42, state: 'active' },
  ]);
  expect(await admin('/key-requests')).toMatchObject([
    { name: 'Cy', status: 'pending' },
    { name: 'Bo', status: 'approved' },
  ]);
  expect(await admin('/audit?action=key-request.approve')).toHaveLength(1);
  expect(await admin('/imports')).toHaveLength(1);
}

describeOnPostgres('data of release 0.1.0', () => {
  let folder: string;
  let server: TestDatabase;
  let key: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'mnbd-former-'));
    server = await createEmptyDatabase();
    const client = new Client({ connectionString: server.env.DATABASE_URL });
    await client.connect();
    key = await leaveRelease(client);
    await client.end();
  });
  afterAll(async () => {
    await server.drop();
    await rm(folder, { recursive: true });
  });

  it('survives in a backup made before the upgrade and restored into an embedded database', async () => {
    const file = join(folder, 'before.backup.gz');
    expect(await runCli(server.env, 'backup', file)).toMatchObject({ code: 0 });
    const env = { DATA_DIR: join(folder, 'restored') };
    expect(await runCli(env, 'restore', file)).toMatchObject({ code: 0 });
    const program = await startProgram(env);
    await expectAll(program, key);
    await program.stop();
  });

  it('survives an upgrade of its database', async () => {
    const program = await startProgram(server.env);
    await expectAll(program, key);
    await program.stop();
  });

  it('survives an upgrade of its data folder', async () => {
    const DATA_DIR = join(folder, 'upgraded');
    await mkdir(DATA_DIR);
    const db = await PGlite.create(join(DATA_DIR, 'postgres'), {
      extensions: { fuzzystrmatch, pg_trgm, unaccent },
    });
    const issued = await leaveRelease(asClient(db));
    await db.close();
    const program = await startProgram({ DATA_DIR });
    await expectAll(program, issued);
    await program.stop();
  });
});
