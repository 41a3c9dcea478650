import { connectTo } from '../../support/directory.ts';
import { insertKey } from '../../support/insert-key.ts';
import type { TestDatabase } from '../../support/databases.ts';

/** The maximum limit, which is checked on every request and never reached. */
const LIMIT_PER_HOUR = 10_000_000;

/** Creates a key for a server running on the database, and returns its request header. */
export async function insertBenchKey(database: TestDatabase): Promise<{ 'x-api-key': string }> {
  const pool = await connectTo(database);
  const { text } = await insertKey(pool, { limitPerHour: LIMIT_PER_HOUR });
  await pool.end();
  return { 'x-api-key': text };
}
