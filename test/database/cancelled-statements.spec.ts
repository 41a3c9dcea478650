import type { Pool, PoolClient } from 'pg';
import { Database } from '#libs/database/src/database.js';
import { isDatabaseUnavailable } from '#libs/database/src/database-errors.js';
import { createDatabase, describeOnPostgres, type TestDatabase } from '../support/databases.ts';
import { connectTo } from '../support/directory.ts';

describeOnPostgres('a statement that PostgreSQL cancels', () => {
  let testDatabase: TestDatabase;
  let database: Database;
  let pool: Pool;
  let holder: PoolClient;

  beforeAll(async () => {
    testDatabase = await createDatabase('PostgreSQL');
    const config = { connectionString: testDatabase.env.DATABASE_URL };
    database = await Database.connect({ ...config, statement_timeout: 100 });
    pool = await connectTo(testDatabase);
    holder = await pool.connect();
    await holder.query('BEGIN; LOCK TABLE api_keys IN ACCESS EXCLUSIVE MODE');
  });
  afterAll(async () => {
    await holder.query('ROLLBACK');
    holder.release();
    await pool.end();
    await database.close();
    await testDatabase.drop();
  });

  it('times out after fifteen seconds, or within five seconds if it reads the directory', async () => {
    const usual = await Database.connect({ connectionString: testDatabase.env.DATABASE_URL });
    const SHOW = 'SHOW statement_timeout';
    const answers = [
      await usual.pool.query<{ statement_timeout: string }>(SHOW),
      await usual.reads.query<{ statement_timeout: string }>(SHOW),
    ];
    expect(answers.map(({ rows }) => rows[0]!.statement_timeout)).toEqual(['15s', '4500ms']);
    await usual.close();
  });

  it.each([
    ['a Prisma query', () => database.apiKey.findMany()],
    ['a Prisma query in a transaction', () => database.$transaction((tx) => tx.apiKey.findMany())],
    ['raw SQL through Prisma', () => database.$queryRaw`SELECT * FROM api_keys`],
    ['plain SQL', () => database.probe('SELECT * FROM api_keys')],
    ['a directory read', () => database.reads.query('SELECT * FROM api_keys')],
  ])('counts as an unavailable database: %s', async (_whose, statement) => {
    const error: unknown = await statement().then(
      () => undefined,
      (reason: unknown) => reason,
    );
    expect(error).toBeDefined();
    expect(isDatabaseUnavailable(error)).toBe(true);
  });
});
