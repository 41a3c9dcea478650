import { Client } from 'pg';

/** Statements on the tests’ PostgreSQL server, by its superuser. */
export async function onServer(sql: string): Promise<void> {
  const client = new Client({ connectionString: process.env.TEST_POSTGRES_URL });
  await client.connect();
  await client.query(sql);
  await client.end();
}
