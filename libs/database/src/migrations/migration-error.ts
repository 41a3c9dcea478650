import type { DatabaseError } from 'pg';
import { isDatabaseUnavailable } from '../database-errors.js';
import type { Migration } from './migration-files.js';

/** The database cannot be migrated. The message explains why and what to do. */
export class MigrationError extends Error {
  /** Creates the error for a migration that failed or was interrupted, and was rolled back. */
  static ofFailure({ name, sql }: Migration, cause: unknown, seconds: string): MigrationError {
    const error = cause as Partial<DatabaseError> & Error;
    if (isDatabaseUnavailable(error)) {
      return new MigrationError(
        `Migration ${name} was interrupted after ${seconds} s and rolled back: ${wordsOf(error)}. ` +
          'Start the program again to continue.',
        { cause },
      );
    }
    const place = error.position ? ` at "${lineAt(sql, Number(error.position))}"` : '';
    return new MigrationError(
      `Migration ${name} failed after ${seconds} s${place} and was rolled back: ${wordsOf(error)}. ` +
        'Fix the cause and start again. `npx mnbd migrate status` shows the state of the database.',
      { cause },
    );
  }

  static ofNewerDatabase(unknown: readonly string[]): MigrationError {
    return new MigrationError(
      `A newer version of this program has migrated the database. It applied ${unknown.join(', ')}. ` +
        'Start that version, or restore an older backup.',
    );
  }
}

/** Returns the message of PostgreSQL with its code and without a final period. */
function wordsOf({ message, detail, hint, code }: Partial<DatabaseError> & Error): string {
  const sentences = [message, detail, hint].filter((each) => each !== undefined);
  const words = sentences.map((each) => each.replace(/\.$/, '')).join('. ');
  return code ? `${words} (${code})` : words;
}

/**
 * Returns the line with a character.
 *
 * @param position position of the character, starting at 1
 */
function lineAt(sql: string, position: number): string {
  const end = sql.indexOf('\n', position - 1);
  const line = sql.slice(sql.lastIndexOf('\n', position - 2) + 1, end < 0 ? undefined : end);
  return line.trim();
}
