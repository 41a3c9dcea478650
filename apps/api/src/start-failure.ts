import { DataDirError } from '#libs/config/src/data-dir.js';
import { EnvironmentError } from '#libs/config/src/environment.js';
import { MigrationError } from '#libs/database/src/migrations/migration-error.js';
import { DatabaseConnectionError } from '#libs/database/src/open-database.js';
import { ListenError } from '#libs/http/src/listeners/listen.js';
import { createLogger } from '#libs/logging/src/logger.js';

/** Errors whose messages are sentences for whoever starts the program. */
const EXPLAINED = [
  DatabaseConnectionError,
  DataDirError,
  EnvironmentError,
  ListenError,
  MigrationError,
];

/** Says why the program cannot start: to people as it is, and else as a line of the log. */
export function tellStartFailure(error: unknown): void {
  const isExplained = EXPLAINED.some((explained) => error instanceof explained);
  const said = isExplained ? (error as Error).message : error;
  if (process.stderr.isTTY) return console.error(said);
  // Whatever LOG_LEVEL says, which may be what is wrong.
  createLogger({ LOG_LEVEL: 'fatal' }).fatal(said);
}
