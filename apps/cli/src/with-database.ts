import { Logger } from '@nestjs/common';
import type { PoolConfig } from 'pg';
import { DataDirError } from '#libs/config/src/data-dir.js';
import type { Environment } from '#libs/config/src/environment.js';
import { loadEnvironment, loadDotEnv } from '#libs/config/src/load-environment.js';
import type { Database } from '#libs/database/src/database.js';
import { hasDatabase, openDatabase, openOrJoinDatabase } from '#libs/database/src/open-database.js';

export interface Opening {
  /** True if the embedded database may be created. Other commands would find it empty. */
  creates?: boolean;
  /** Replaces the migrations that would otherwise run first. */
  prepare?: (config: PoolConfig) => Promise<unknown>;
  /** True if the server must not be using the embedded database. */
  isAlone?: boolean;
}

/** Skips the migrations. */
export const asItIs = async () => {};

/**
 * Runs work with the database in the environment, whether or not the server is running.
 *
 * @param command name that other processes see as the owner of the embedded database
 * @throws DataDirError if there is no embedded database and the command may not create it
 */
export async function withDatabase<T>(
  command: string,
  work: (database: Database, environment: Environment) => Promise<T>,
  { creates = false, prepare, isAlone = false }: Opening = {},
): Promise<T> {
  // Standard output is reserved for results.
  const write = (message: unknown) => process.stderr.write(`${String(message)}\n`);
  Logger.overrideLogger({ log: write, warn: write, error: write });
  loadDotEnv();
  const environment = loadEnvironment(process.env);
  if (!hasDatabase(environment) && !creates) {
    throw new DataDirError(
      `There is no database in DATA_DIR ${environment.DATA_DIR}. Start the server first, or set ` +
        'DATA_DIR or DATABASE_URL.',
    );
  }
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
