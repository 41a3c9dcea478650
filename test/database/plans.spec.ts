import type { Pool, QueryConfig } from 'pg';
import { BusinessesRepository } from '#libs/businesses/src/businesses.repository.js';
import { SearchMatches } from '#libs/businesses/src/search/search-matches.js';
import { SearchRepository } from '#libs/businesses/src/search/search.repository.js';
import { readChangePage } from '#libs/copying/src/copying.repository.js';
import { endOf } from '#libs/copying/src/position.js';
import type { Database } from '#libs/database/src/database.js';
import { readChanges, readState } from '#libs/directory-index/src/business-rows.repository.js';
import type { Statements } from '#libs/database/src/sql.js';
import { createDatabase, describeOnPostgres, type TestDatabase } from '../support/databases.ts';
import { connectTo, insertBusiness, insertCategory } from '../support/directory.ts';

const MODELS = 300;
const COPIES = 100;
/** Time of the last edit of half the copies. */
const SOME_TIME = new Date('2026-06-01T00:00:00Z');

const SEARCHES = ['number 48', 'nubmer 48'];

describeOnPostgres('a page of a large directory', () => {
  let database: TestDatabase;
  let pool: Pool;

  beforeAll(async () => {
    database = await createDatabase('PostgreSQL');
    pool = await connectTo(database);
    await fill(pool);
  });
  afterAll(async () => {
    await pool.end();
    await database.drop();
  });

  it.each(SEARCHES)('is searched for without scanning the whole table: %s', async (q) => {
    const statements = new ExplainedStatements(pool);
    const matches = new SearchMatches(new SearchRepository({} as Database));
    for (const isWide of [false, true]) {
      const { groups } = await matches.read(q, isWide, statements);
      expect(groups.length).toBeGreaterThan(0);
    }
    expect(statements.scans()).toEqual([]);
  });

  it('is read without scanning the whole table', async () => {
    const statements = new ExplainedStatements(pool);
    const businesses = new BusinessesRepository({} as Database);
    expect((await businesses.recordsOf([[1, 2, 3]], statements))[0]!.records).not.toBe('');
    expect(statements.scans()).toEqual([]);
  });

  it('is updated without scanning the whole table', async () => {
    const statements = new ExplainedStatements(pool);
    const { changedAt } = await readState(statements);
    await pool.query(`UPDATE businesses SET phone = '+12185550100' WHERE number = 1`);
    expect(await readChanges(changedAt, 10, statements)).toMatchObject({
      changes: [{ number: 1 }],
    });
    expect(statements.scans()).toEqual([]);
  });

  it.each([
    ['from the beginning', undefined],
    ['from somewhere', endOf('', SOME_TIME)],
  ])('of changes is read from indexes, %s', async (_name, after) => {
    const statements = new ExplainedStatements(pool);
    const explained = statements as unknown as Pool;
    const { changes } = await readChangePage(explained, { after, limit: 1_000 });
    expect(changes.length).toBe(1_000);
    expect(statements.plans.join()).toMatch(/businesses_by_edited_idx on businesses .* rows=1001/);
    expect(statements.scans()).toEqual([]);
  });
});

/** Inserts a few model businesses through the triggers, then copies the resulting rows, which is faster. */
async function fill(pool: Pool): Promise<void> {
  for (let trade = 0; trade < 50; trade++)
    await insertCategory(pool, `trade-${trade}`, `Trade ${trade}`);
  for (let n = 0; n < MODELS; n++) {
    await insertBusiness(pool, {
      name: `Shop number ${n}`,
      description: `What number ${n} sells is said here at some length. `.repeat(5),
      categories: [`trade-${n % 50}`],
      city: `City ${n % 100}`,
      county: `County ${n % 87}`,
      postal_code: String(55000 + n),
      latitude: 43.6 + (n % 60) / 15,
      longitude: -96 + (n % 41) / 7,
      status: n % 20 === 0 ? 'closed' : 'open',
      hours: [{ day: 'monday', opens: '09:00', closes: '17:00' }],
    });
  }
  await pool.query('ALTER TABLE businesses DISABLE TRIGGER USER');
  await pool.query(
    `INSERT INTO businesses SELECT copy.* FROM businesses b, generate_series(1, $1::int) AS n,
       jsonb_populate_record(b, jsonb_build_object(
         'id', gen_random_uuid(), 'number', nextval('businesses_number_seq'),
         'slug', b.slug || n, 'name_key', b.name_key || n, 'latitude', b.latitude + n / 2000.0,
         'created_at', '2026-01-01T00:00:00Z', 'updated_at', '2026-01-01T00:00:00Z',
         'edited_at', $2::timestamptz + make_interval(secs => n - $1 / 2))) AS copy`,
    [COPIES, SOME_TIME],
  );
  await pool.query('ALTER TABLE businesses ENABLE TRIGGER USER');
  await pool.query('VACUUM ANALYZE');
}

/** Runs statements and records PostgreSQL's plan for each. */
class ExplainedStatements {
  readonly plans: string[] = [];

  constructor(private readonly pool: Pool) {}

  scans(): string[] {
    expect(this.plans).not.toEqual([]);
    return this.plans.filter((plan) => plan.includes('Seq Scan on businesses'));
  }

  readonly query = (async (statement: string | QueryConfig, values?: unknown[]) => {
    const config = typeof statement === 'string' ? { text: statement, values } : statement;
    const { rows } = await this.pool.query({
      text: `EXPLAIN (ANALYZE) ${config.text}`,
      values: config.values,
    });
    this.plans.push(rows.map((row) => row['QUERY PLAN']).join('\n'));
    return this.pool.query({ text: config.text, values: config.values });
  }) as Statements['query'];
}
