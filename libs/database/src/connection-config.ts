import type { PoolConfig } from 'pg';
import type { Environment } from '#libs/config/src/environment.js';
import { embeddedConnection } from './embedded/embedded-connection.js';

/** How to connect to the database that the environment names, whichever process owns it. */
export async function connectionConfig({
  DATABASE_URL,
  DATA_DIR,
}: Pick<Environment, 'DATABASE_URL' | 'DATA_DIR'>): Promise<PoolConfig> {
  return DATABASE_URL ? { connectionString: DATABASE_URL } : embeddedConnection(DATA_DIR);
}
