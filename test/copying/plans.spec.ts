import type { Pool } from 'pg';
import { readChangePage } from '#libs/copying/src/copying.repository.js';
import { endOf } from '#libs/copying/src/position.js';
import { createDatabase, describeOnPostgres, type TestDatabase } from '../support/databases.ts';
import { connectTo } from '../support/directory.ts';
import { startProgram } from '../support/program.ts';

const BUSINESSES = 20_000;
const SOME_TIME = new Date('2026-06-01T00:00:00Z');

describeOnPostgres('a page of changes', () => {
  let database: TestDatabase;
  let pool: Pool;

  beforeAll(async () => {
    database = await createDatabase('PostgreSQL');
    await (await startProgram(database.env)).stop();
    pool = await connectTo(database);
    await pool.query('ALTER TABLE businesses DISABLE TRIGGER USER');
    await pool.query(
      `INSERT INTO businesses (id, slug, name, updated_at, edited_at, record)
       SELECT gen_random_uuid(), 'shop-' || n, 'Shop', now(), $1::timestamptz + make_interval(secs => n - $2 / 2), '{}'
       FROM generate_series(1, $2::int) AS n`,
      [SOME_TIME, BUSINESSES],
    );
    await pool.query('ALTER TABLE businesses ENABLE TRIGGER USER');
    await pool.query('VACUUM ANALYZE');
  });
  afterAll(async () => {
    await pool.end();
    await database.drop();
  });

  it.each([
    ['from the beginning', undefined],
    ['from somewhere', endOf('', SOME_TIME)],
  ])('is read from indexes, %s', async (_name, after) => {
    const plans: string[] = [];
    const explained = {
      query: async (text: string, values: unknown[]) => {
        const { rows } = await pool.query({ text: `EXPLAIN (ANALYZE) ${text}`, values });
        plans.push(rows.map((row) => row['QUERY PLAN']).join('\n'));
        return pool.query({ text, values });
      },
    } as unknown as Pool;
    const { changes } = await readChangePage(explained, { after, limit: 1_000 });
    expect(changes.length).toBe(1_000);
    expect(plans.join()).toMatch(/businesses_by_edited_idx on businesses .* rows=1001/);
    expect(plans.join()).not.toContain('Seq Scan on businesses');
  });
});
