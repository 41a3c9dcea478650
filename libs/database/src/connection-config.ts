import type { PoolConfig } from 'pg';
import type { Environment } from '#libs/config/src/environment.js';
import { embeddedConnection } from './embedded/embedded-connection.js';

/**
 * Returns the connection settings of the database in the environment. Another process may own the
 * embedded one.
 */
export async function connectionConfig({
  DATABASE_URL,
  DATA_DIR,
}: Pick<Environment, 'DATABASE_URL' | 'DATA_DIR'>): Promise<PoolConfig> {
  return DATABASE_URL ? { connectionString: DATABASE_URL } : embeddedConnection(DATA_DIR);
}
