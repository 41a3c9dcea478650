import { Client, type QueryResultRow } from 'pg';
import type { TestDatabase } from './databases.ts';

/** Runs SQL in a running program's database. */
export async function query<Row extends QueryResultRow = any>(
  { env }: TestDatabase,
  sql: string,
  values: unknown[] = [],
): Promise<Row[]> {
  const client = new Client(
    env.DATABASE_URL
      ? { connectionString: env.DATABASE_URL }
      : { host: env.DATA_DIR, user: 'postgres' },
  );
  await client.connect();
  try {
    return (await client.query<Row>(sql, values)).rows;
  } finally {
    await client.end();
  }
}
