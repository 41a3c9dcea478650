import type { PoolClient } from 'pg';
import { createDatabase, describeOnPostgres } from '../support/databases.ts';
import { insertBusiness } from '../support/directory.ts';
import { eventually } from '../support/eventually.ts';
import { call, expectUnavailable } from '../support/http.ts';
import { insertKey } from '../support/insert-key.ts';
import { useDirectory } from '../support/use-directory.ts';

describe('a read that the embedded database does not answer', () => {
  let holder: PoolClient;
  afterAll(() => holder.release());
  const { pool, api: read } = useDirectory({}, () => createDatabase('embedded'));

  beforeAll(async () => {
    await insertBusiness(pool, { slug: 'held', name: 'Held' });
    holder = await pool.connect();
  });

  it('times out, and later reads succeed once the database answers', async () => {
    expect((await read('rate-limit')).status).toBe(200);
    // An open transaction blocks all other statements.
    await holder.query('BEGIN');

    const addresses = ['businesses', 'businesses?page=2', 'businesses?q=held', 'businesses/held'];
    for (const answer of await Promise.all(addresses.map((each) => read(each))))
      expectUnavailable(answer);

    await holder.query('ROLLBACK');
    // On a busy machine the program may think that the database is away, until it checks again.
    await eventually(async () => (await read('businesses')).status === 200);
    expect((await read('businesses')).body.pagination.total).toBe(1);
    expect((await read('businesses/held')).body.data.name).toBe('Held');
  });
});

describeOnPostgres('reads that wait for PostgreSQL', () => {
  const EQUAL = 30;
  const { program, pool } = useDirectory({}, () => createDatabase('PostgreSQL'));

  it.each([
    ['a new list', 'postalCode=55901'],
    ['a new page of a known list', 'page=2'],
  ])('share one query if they are identical: %s', async (_name, query) => {
    const { text } = await insertKey(pool);
    const ask = (address: string) => call('GET', `${program.url}/api/v1/${address}`, { key: text });
    expect((await ask('businesses')).status).toBe(200);
    const holder = await pool.connect();
    await holder.query('BEGIN; LOCK TABLE businesses IN ACCESS EXCLUSIVE MODE');
    const reads = Array.from({ length: EQUAL }, () => ask(`businesses?${query}`));

    const used = async () => (await ask('rate-limit')).body.data.used;
    await eventually(async () => (await used()) > EQUAL);
    const { rows } = await eventually(async () => {
      const waiting = await pool.query(
        `SELECT query FROM pg_stat_activity
         WHERE datname = current_database() AND wait_event_type = 'Lock'`,
      );
      return waiting.rowCount ? waiting : undefined;
    });

    await holder.query('ROLLBACK');
    holder.release();
    expect(rows).toHaveLength(1);
    const answers = await Promise.all(reads);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(answers.map(({ headers }) => headers.get('etag'))).size).toBe(1);
  });
});
