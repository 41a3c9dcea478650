import { EnvironmentError } from '#libs/config/src/environment.js';
import { DataDirInUseError } from '#libs/database/src/embedded/data-dir-lock.js';
import { isDatabaseUnavailable } from '#libs/database/src/unavailable.js';

/** A command cannot do what it was asked; the message is a sentence that says why. */
export class CommandError extends Error {}

/** What a failed command tells its user: a sentence where we have one, else all there is. */
export function explain(error: unknown): string {
  if (
    error instanceof CommandError ||
    error instanceof EnvironmentError ||
    error instanceof DataDirInUseError
  ) {
    return error.message;
  }
  if (isDatabaseUnavailable(error)) {
    return 'The database cannot be reached. What was done before stays; run the command again.';
  }
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
