import { Client } from 'pg';

/** Executes statements on the tests' PostgreSQL server as its superuser. */
export async function onServer(sql: string): Promise<void> {
  const client = new Client({ connectionString: process.env.TEST_POSTGRES_URL });
  await client.connect();
  await client.query(sql);
  await client.end();
}
