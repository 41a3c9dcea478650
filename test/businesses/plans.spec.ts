import type { Pool, QueryConfig } from 'pg';
import { BoundingBox } from '#libs/businesses/src/list/bounding-box.decorator.js';
import type { BusinessCriteria } from '#libs/businesses/src/list/business-criteria.js';
import { CachedResultSet, type FindList } from '#libs/businesses/src/list/cached-result-set.js';
import { RecordsLoader } from '#libs/businesses/src/list/records-loader.js';
import type { Statements } from '#libs/database/src/sql.js';
import { createDatabase, describeOnPostgres, type TestDatabase } from '../support/databases.ts';
import { connectTo, insertBusiness, insertCategory } from '../support/directory.ts';

const MODELS = 300;
const COPIES = 100;
/** Update time of the copies, which are older than the model businesses. */
const BEFORE = new Date(Date.now() - 60_000);
/** Position of one of the model businesses. */
const HERE = { latitude: 46.8, longitude: -95 };

const SHAPES: [string, Partial<BusinessCriteria>][] = [
  ['all', {}],
  ['newest first', { sort: 'newest' }],
  ['last updated first', { sort: 'updated' }],
  ['nearest first', { sort: 'distance', point: HERE }],
  ['a status', { status: 'closed' }],
  ['words', { q: 'number 48', sort: 'relevance' }],
  ['a slip of the pen', { q: 'nubmer 48', sort: 'relevance' }],
  ['words by name', { q: 'number 48' }],
  ['a category', { category: ['trade-48'] }],
  ['a city', { city: ['City 48'] }],
  ['a county', { county: ['County 48'] }],
  ['a postal code', { postalCode: ['55048'] }],
  ['a radius', { point: HERE, radius: 2_000 }],
  ['a radius, nearest first', { point: HERE, radius: 2_000, sort: 'distance' }],
  ['a box', { bbox: new BoundingBox(-95.01, 46.79, -94.99, 46.81) }],
  ['open at', { openAtMinute: 600 }],
  ['created since', { createdSince: BEFORE }],
  ['updated since', { updatedSince: BEFORE, sort: 'updated' }],
  ['words in a city', { q: 'number 48', city: ['City 48'], sort: 'relevance' }],
  ['words of a category', { q: 'number 48', category: ['trade-48'], sort: 'relevance' }],
  ['words near', { q: 'number 48', point: HERE, radius: 50_000, sort: 'distance' }],
  ['a category in cities', { category: ['trade-48'], city: ['City 48', 'City 49'] }],
  [
    'a category near, open at',
    { category: ['trade-48'], point: HERE, radius: 9_000, openAtMinute: 600 },
  ],
];

describeOnPostgres('a page of businesses', () => {
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

  it.each(SHAPES)('is read without scanning the whole table: %s', async (_name, shape) => {
    const criteria = { page: 1, limit: 20, sort: 'name', status: 'open', ...shape } as const;
    const statements = new ExplainedStatements(pool);
    const find: FindList = (each) => CachedResultSet.read(each, Infinity, statements, find);
    const list = await find(criteria, '');
    expect(list.total).toBeGreaterThan(0);
    const page = { numbers: list.page(criteria), origin: criteria.point };
    expect((await new RecordsLoader(statements).load(page)).records).not.toBe('');

    await pool.query(`UPDATE businesses SET phone = '+12185550100' WHERE number = 1`);
    await list.updated(criteria, Infinity, statements, find);
    expect(statements.plans.length).toBeGreaterThan(4);
    expect(statements.plans.filter((plan) => plan.includes('Seq Scan on businesses'))).toEqual([]);
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
    `INSERT INTO businesses SELECT copy.* FROM businesses b, generate_series(1, $1) AS n,
       jsonb_populate_record(b, jsonb_build_object(
         'id', gen_random_uuid(), 'number', nextval('businesses_number_seq'),
         'slug', b.slug || n, 'name_key', b.name_key || n, 'latitude', b.latitude + n / 2000.0,
         'created_at', '2026-01-01T00:00:00Z', 'updated_at', '2026-01-01T00:00:00Z')) AS copy`,
    [COPIES],
  );
  await pool.query('ALTER TABLE businesses ENABLE TRIGGER USER');
  await pool.query('VACUUM ANALYZE');
}

/** Runs statements and records PostgreSQL's plan for each. */
class ExplainedStatements {
  readonly plans: string[] = [];

  constructor(private readonly pool: Pool) {}

  readonly query = (async (statement: string | QueryConfig, values?: unknown[]) => {
    const config = typeof statement === 'string' ? { text: statement, values } : statement;
    const { rows } = await this.pool.query({
      text: `EXPLAIN ${config.text}`,
      values: config.values,
    });
    this.plans.push(rows.map((row) => row['QUERY PLAN']).join('\n'));
    return this.pool.query({ text: config.text, values: config.values });
  }) as Statements['query'];
}
