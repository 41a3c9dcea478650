import { DataDirError } from '#libs/config/src/data-dir.js';
import { type Environment, EnvironmentError } from '#libs/config/src/environment.js';
import { isDatabaseUnavailable } from '#libs/database/src/database-errors.js';
import { MigrationError } from '#libs/database/src/migrations/migration-error.js';
import { ListenError } from '#libs/http/src/listeners/listen.js';
import { createLogger } from '#libs/logging/src/logger.js';

/** Errors whose messages are sentences for whoever starts the program. */
const EXPLAINED = [EnvironmentError, DataDirError, ListenError, MigrationError];

/** Says why the program cannot start: to people as it is, and else as a line of the log. */
export function tellStartFailure(error: unknown, environment: Environment | undefined): void {
  const sentence = explain(error, environment);
  if (process.stderr.isTTY) return console.error(sentence ?? error);
  // Whatever LOG_LEVEL says, which may be what is wrong.
  const logger = createLogger({ LOG_LEVEL: 'fatal' });
  if (sentence === undefined) logger.fatal(error);
  else logger.fatal(sentence);
}

/** One sentence; undefined where only the stack can tell. */
function explain(error: unknown, environment: Environment | undefined): string | undefined {
  if (EXPLAINED.some((explained) => error instanceof explained)) return (error as Error).message;
  if (environment?.DATABASE_URL && isConnectionFailure(error)) {
    const { host, pathname } = new URL(environment.DATABASE_URL);
    return `Cannot use the database ${pathname.slice(1)} on ${host} that DATABASE_URL names (${(error as { code?: string }).code}). Is the server up, and are name and password right?`;
  }
  return undefined;
}

/** Unreachable, or refused: PostgreSQL's classes 28 (authorization) and 3D (no such database). */
function isConnectionFailure(error: unknown): boolean {
  return isDatabaseUnavailable(error) || /^(28|3D)/.test((error as { code?: string }).code ?? '');
}
