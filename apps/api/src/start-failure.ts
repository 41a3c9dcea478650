import { DataDirError } from '#libs/config/src/data-dir.js';
import { type Environment, EnvironmentError } from '#libs/config/src/environment.js';
import { isDatabaseUnavailable } from '#libs/database/src/database-errors.js';
import { MigrationError } from '#libs/database/src/migrations/migration-error.js';
import { ListenError } from '#libs/http/src/listeners/listen.js';

/** Errors whose messages are sentences for whoever starts the program. */
const EXPLAINED = [EnvironmentError, DataDirError, ListenError, MigrationError];

/** Why the program cannot start, as one sentence; undefined where only the stack can tell. */
export function explainStartFailure(
  error: unknown,
  environment: Environment | undefined,
): string | undefined {
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
