import type { DatabaseError } from 'pg';
import { isDatabaseUnavailable } from '../database-errors.js';
import type { Step } from './migration-files.js';
import type { MigrationRecord } from './migration-log.js';

/** PostgreSQL codes for a schema, column, function, table or other object that already exists. */
const ALREADY_THERE = ['42P06', '42701', '42723', '42P07', '42710'];

/** The database cannot be migrated. The message explains why and what to do. */
export class MigrationError extends Error {
  /**
   * Creates the error for a step that failed or was interrupted. Its transaction was rolled back.
   */
  static ofStep(name: string, step: Step, cause: unknown, seconds: string): MigrationError {
    const error = cause as Partial<DatabaseError> & Error;
    if (isDatabaseUnavailable(error)) {
      return new MigrationError(
        `Migration ${name} was interrupted after ${seconds} s: ${wordsOf(error)}. ` +
          'The unfinished step was rolled back. Start the program again to continue.',
        { cause },
      );
    }
    const line = error.position ? `, at line ${lineOf(step, Number(error.position))}` : '';
    return new MigrationError(
      `Migration ${name} failed after ${seconds} s${line}: ${wordsOf(error)}. ` +
        'The unfinished step was rolled back. Fix the cause and start again. ' +
        '`npx mnbd migrate status` shows the state of the database.',
      { cause },
    );
  }

  /**
   * Creates the error for a migration that an earlier version may have applied, if this failure
   * suggests so. The operator must decide.
   */
  static ofUncertain(
    { name, startedAt }: MigrationRecord,
    cause: unknown,
  ): MigrationError | undefined {
    const error = cause as Partial<DatabaseError> & Error;
    if (!ALREADY_THERE.includes(error.code!)) return undefined;
    return new MigrationError(
      `An earlier version started migration ${name} at ${startedAt.toISOString()} but did not record ` +
        `its end, and it cannot be applied again: ${wordsOf(error)}. If it is completely applied, ` +
        `record that with \`npx mnbd migrate resolve ${name} --applied\` and start again. ` +
        'Otherwise remove its partial changes first.',
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

/** @param position position of a character, starting at 1 */
function lineOf({ sql, firstLine }: Step, position: number): number {
  return firstLine + sql.slice(0, position - 1).split('\n').length - 1;
}
