import type { PoolClient } from 'pg';
import { Database } from '#libs/database/src/database.js';
import { createDatabase, describeOnPostgres, type TestDatabase } from '../support/databases.ts';
import { eventually } from '../support/eventually.ts';
import { call } from '../support/http.ts';
import { someEmail } from '../support/keys.ts';
import { query } from '../support/query.ts';
import { upload } from '../support/uploads.ts';
import { useDirectory } from '../support/use-directory.ts';

describeOnPostgres('application_name of a database connection', () => {
  let testDatabase: TestDatabase;
  let database: Database;

  beforeAll(async () => {
    testDatabase = await createDatabase('PostgreSQL');
  });
  afterAll(() => testDatabase.drop());
  afterEach(() => database.close());

  const namesOf = async (url: string) => {
    database = await Database.connect({ connectionString: url });
    await database.reads.query('SELECT 1');
    const rows = await query(
      testDatabase,
      `SELECT application_name AS name FROM pg_stat_activity
       WHERE datname = current_database() AND pid <> pg_backend_pid() ORDER BY 1`,
    );
    return rows.map(({ name }) => name);
  };

  it('contains the program, its version, the process and the purpose', async () => {
    const [other, reads] = await namesOf(testDatabase.env.DATABASE_URL!);
    expect(other).toMatch(new RegExp(`^minnesota-directory [\\d.]+ ${process.pid}$`));
    expect(reads).toBe(`${other} reads`);
  });

  it('is taken from DATABASE_URL if set there', async () => {
    const url = new URL(testDatabase.env.DATABASE_URL!);
    url.searchParams.set('application_name', 'ours');
    expect(await namesOf(url.href)).toEqual(['ours', 'ours']);
  });
});

describeOnPostgres('application_name during a request that writes', () => {
  const EDITING = 'SELECT FROM directory_version FOR UPDATE';
  const REQUESTING = 'LOCK TABLE key_requests IN EXCLUSIVE MODE';
  const CATEGORY = '/admin/categories';
  const KEY_REQUEST = '/api/v1/key-requests';
  let holder: PoolClient;
  afterAll(() => holder.release());
  const { program, pool, token } = useDirectory({ TRUST_PROXY: 'true' }, () =>
    createDatabase('PostgreSQL'),
  );

  beforeAll(async () => {
    holder = await pool.connect();
  });
  afterEach(() => holder.query('ROLLBACK'));

  const post = (path: string, json: object, id: string) =>
    call('POST', program.url + path, {
      ...(path === CATEGORY && { token }),
      json,
      headers: { 'x-request-id': id },
    });
  const category = (name: string) => ({ name });
  const keyRequest = () => ({ name: 'Ada', email: someEmail(), project: 'A map of the saunas.' });

  /** Queries outside the holder's transaction, which would keep seeing its first snapshot. */
  const names = async (condition = 'true') => {
    const { rows } = await pool.query<{ name: string }>(
      `SELECT application_name AS name FROM pg_stat_activity
       WHERE datname = current_database() AND pid <> pg_backend_pid() AND ${condition}`,
    );
    return rows.map(({ name }) => name);
  };
  /** Background work, which has the process's name, may wait for the same lock. */
  const waits = (name: string) =>
    eventually(async () => (await names("wait_event_type = 'Lock'")).includes(name));

  it.each([
    ['a directory change', EDITING, CATEGORY, category('Saunas'), 'Root=1-67891233-abc'],
    ['a key request', REQUESTING, KEY_REQUEST, keyRequest(), '5f0e-77'],
    [
      'a request with an id that is too long',
      REQUESTING,
      KEY_REQUEST,
      keyRequest(),
      'x'.repeat(128),
    ],
    ['a category with a quote', EDITING, CATEGORY, category("St. Mary's"), 'a:b=c/d+e-f.g_h'],
  ])('is the X-Request-Id until the request ends: %s', async (_what, hold, path, json, id) => {
    await holder.query(`BEGIN; ${hold}`);
    const answer = post(path, json, id);
    const name = `minnesota-directory ${id}`.slice(0, 63);
    await waits(name);
    await holder.query('ROLLBACK');
    const { status, headers } = await answer;
    expect([status, headers.get('x-request-id')]).toEqual([201, id]);
    expect(await names()).not.toContain(name);
  });

  it('is not the id of an earlier, refused request on the same connection', async () => {
    const saunas = { name: 'Saunas', slug: 'saunas-again' };
    expect((await post(CATEGORY, saunas, 'first')).status).toBe(201);
    expect((await post(CATEGORY, saunas, 'refused')).status).toBe(409);
    const present = await names();
    expect(present).not.toEqual([]);
    for (const name of present) {
      expect(name).toMatch(/^$|^minnesota-directory [\d.]+ \d+( reads)?$/);
    }
  });

  it('identifies the import in each of its batches', async () => {
    await holder.query(`BEGIN; ${EDITING}`);
    const { body } = await upload(program, token, 'name,street,city\nLoon Cafe,1 Main St,Ely\n');
    await waits(`minnesota-directory import:${body.data.id}`);
  });
});
