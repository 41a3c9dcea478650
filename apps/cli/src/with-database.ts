import { Logger } from '@nestjs/common';
import type { PoolConfig } from 'pg';
import { loadDotEnv } from '#libs/config/src/dot-env.js';
import type { Environment } from '#libs/config/src/environment.js';
import { loadEnvironment } from '#libs/config/src/load-environment.js';
import type { Database } from '#libs/database/src/database.js';
import { openDatabase, openOrJoinDatabase } from '#libs/database/src/open-database.js';

export interface Opening {
  /** What is done instead of bringing the database up to date. */
  prepare?: (config: PoolConfig) => Promise<unknown>;
  /** Whether the embedded database must not be in use by the server. */
  isAlone?: boolean;
}

/** Leaves the database as it is. */
export const asItIs = async () => {};

/**
 * Does something with the database that the environment names, whether or not the server runs.
 *
 * @param command how others that meet the embedded database in use are told who uses it
 */
export async function withDatabase<T>(
  command: string,
  work: (database: Database, environment: Environment) => Promise<T>,
  { prepare, isAlone = false }: Opening = {},
): Promise<T> {
  // Standard output is for results.
  const tell = (message: unknown) => process.stderr.write(`${String(message)}\n`);
  Logger.overrideLogger({ log: tell, warn: tell, error: tell });
  loadDotEnv();
  const environment = loadEnvironment(process.env);
  const open = isAlone ? openDatabase : openOrJoinDatabase;
  const opened = await open(environment, command, prepare);
  const lost = opened.lost?.then((error) => {
    throw error;
  });
  try {
    return await Promise.race([work(opened.database, environment), ...(lost ? [lost] : [])]);
  } finally {
    await opened.close();
  }
}
