import { Database } from '#libs/database/src/database.js';
import { createDatabase, describeOnPostgres, type TestDatabase } from './support/databases.ts';
import { query } from './support/query.ts';

describeOnPostgres('what PostgreSQL calls our connections', () => {
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

  it('tells the program, its version, the process and what it is for', async () => {
    const [other, reads] = await namesOf(testDatabase.env.DATABASE_URL!);
    expect(other).toMatch(new RegExp(`^minnesota-directory [\\d.]+ ${process.pid}$`));
    expect(reads).toBe(`${other} reads`);
  });

  it('is what DATABASE_URL says, where it says so', async () => {
    const url = new URL(testDatabase.env.DATABASE_URL!);
    url.searchParams.set('application_name', 'ours');
    expect(await namesOf(url.href)).toEqual(['ours', 'ours']);
  });
});
