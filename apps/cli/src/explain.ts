import { DataDirError } from '#libs/config/src/data-dir.js';
import { EnvironmentError } from '#libs/config/src/environment.js';
import { BackupError } from '#libs/database/src/backup/contents.js';
import { isDatabaseUnavailable } from '#libs/database/src/database-errors.js';
import { ApiError } from '#libs/http/src/errors/api-error.js';
import { MigrationError } from '#libs/database/src/migrations/migration-error.js';
import { DatabaseConnectionError } from '#libs/database/src/open-database.js';

/** A command cannot do what it was asked; the message is a sentence that says why. */
export class CommandError extends Error {
  readonly exitCode: number = 1;
}

/** The command was asked to end before it was done. */
export class InterruptedError extends CommandError {
  /** As shells report an end by SIGINT. */
  override readonly exitCode = 130;

  constructor(message = 'what was done stays. Run the same command again to finish') {
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
  MigrationError,
];

/** What a failed command tells its user: a sentence where we have one, else all there is. */
export function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const isSentence = SENTENCES.some((kind) => error instanceof kind);
  if (isSentence) return error.message;
  if (isFileError(error)) return `The system refused: ${error.message}.`;
  if (isDatabaseUnavailable(error)) {
    return 'The database cannot be reached. What was done stays; run the command again.';
  }
  return error.stack ?? error.message;
}

/** A full disk, a folder that vanished: Node's own words are plain enough. */
function isFileError(error: NodeJS.ErrnoException): boolean {
  return error.path !== undefined || error.syscall === 'write';
}
