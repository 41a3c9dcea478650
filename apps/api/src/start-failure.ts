import { DataDirError } from '#libs/config/src/data-dir.js';
import { EnvironmentError } from '#libs/config/src/environment.js';
import { MigrationError } from '#libs/database/src/migrations/migration-error.js';
import { DatabaseConnectionError } from '#libs/database/src/open-database.js';
import { ListenError } from '#libs/http/src/listeners/listen.js';
import { createLogger } from '#libs/logging/src/logger.js';

/** Errors whose messages explain the failure to the operator. */
const EXPLAINED = [
  DatabaseConnectionError,
  DataDirError,
  EnvironmentError,
  ListenError,
  MigrationError,
];

/** Reports why the program cannot start: as plain text on a terminal, otherwise as a log line. */
export async function reportStartFailure(error: unknown): Promise<void> {
  const isExplained = EXPLAINED.some((explained) => error instanceof explained);
  const problem = isExplained ? (error as Error).message : error;
  if (process.stderr.isTTY) return console.error(problem);
  // Log at any LOG_LEVEL, because the setting itself may be invalid.
  const LOG_FORMAT = process.env.LOG_FORMAT === 'pretty' ? 'pretty' : undefined;
  (await createLogger({ LOG_LEVEL: 'fatal', LOG_FORMAT })).fatal(problem);
}
