import { Logger } from '@nestjs/common';
import type { PoolConfig } from 'pg';
import { loadDotEnv } from '#libs/config/src/dot-env.js';
import type { Environment } from '#libs/config/src/environment.js';
import { loadEnvironment } from '#libs/config/src/load-environment.js';
import type { Database } from '#libs/database/src/database.js';
import { openOrJoinDatabase } from '#libs/database/src/open-database.js';

/**
 * Does something with the database that the environment names, whether or not the server runs.
 *
 * @param command how others that meet the embedded database in use are told who uses it
 * @param prepare what is done instead of bringing the database up to date
 */
export async function withDatabase<T>(
  command: string,
  work: (database: Database, environment: Environment) => Promise<T>,
  prepare?: (config: PoolConfig) => Promise<unknown>,
): Promise<T> {
  // Standard output is for results.
  const tell = (message: unknown) => process.stderr.write(`${String(message)}\n`);
  Logger.overrideLogger({ log: tell, warn: tell, error: tell });
  loadDotEnv();
  const environment = loadEnvironment(process.env);
  const opened = await openOrJoinDatabase(environment, command, prepare);
  const lost = opened.lost?.then((error) => {
    throw error;
  });
  try {
    return await Promise.race([work(opened.database, environment), ...(lost ? [lost] : [])]);
  } finally {
    await opened.close();
  }
}
