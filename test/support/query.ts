import { Client, type QueryResultRow } from 'pg';
import type { TestDatabase } from './databases.ts';
import { connectionOf } from './directory.ts';

/** Runs SQL in a running program's database. */
export async function query<Row extends QueryResultRow = any>(
  database: Pick<TestDatabase, 'env'>,
  sql: string,
  values: unknown[] = [],
): Promise<Row[]> {
  const client = new Client(await connectionOf(database));
  await client.connect();
  try {
    return (await client.query<Row>(sql, values)).rows;
  } finally {
    await client.end();
  }
}
