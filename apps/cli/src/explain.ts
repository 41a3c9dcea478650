import { DataDirError } from '#libs/config/src/data-dir.js';
import { EnvironmentError } from '#libs/config/src/environment.js';
import { BackupError } from '#libs/database/src/backup/contents.js';
import { isDatabaseUnavailable, isReadOnly } from '#libs/database/src/database-errors.js';
import { ApiError } from '#libs/http/src/errors/api-error.js';
import { MigrationError } from '#libs/database/src/migrations/migration-error.js';
import { ImportRefusedError } from '#libs/imports/src/source/limits.js';
import { DatabaseConnectionError } from '#libs/database/src/open-database.js';

/** A command cannot do what was requested. The message explains why. */
export class CommandError extends Error {
  readonly exitCode: number = 1;
}

/** The command was interrupted before it was done. */
export class InterruptedError extends CommandError {
  /** Exit code that shells report after SIGINT. */
  override readonly exitCode = 130;

  constructor(message = 'completed work is kept. Run the same command again to finish') {
    super(`Interrupted: ${message}.`);
  }
}

const SENTENCES = [
  ApiError,
  BackupError,
  CommandError,
  DatabaseConnectionError,
  DataDirError,
  EnvironmentError,
  ImportRefusedError,
  MigrationError,
];

/**
 * Returns the message for a failed command: a sentence for expected errors, and otherwise the stack
 * trace.
 */
export function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const isSentence = SENTENCES.some((kind) => error instanceof kind);
  if (isSentence) return error.message;
  if (isFileError(error)) return `System error: ${error.message}.`;
  if (isReadOnly(error)) return 'The database is read-only. Set DATABASE_URL to the primary.';
  if (isDatabaseUnavailable(error)) {
    return 'The database is unreachable. Completed work is kept. Run the command again.';
  }
  return error.stack ?? error.message;
}

/** Reports whether Node's own message is clear enough, as for a full disk or a missing folder. */
function isFileError({ path, syscall, code }: NodeJS.ErrnoException): boolean {
  return path !== undefined || syscall === 'write' || code === 'EISDIR';
}
