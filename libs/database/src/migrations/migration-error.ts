import type { DatabaseError } from 'pg';
import { isDatabaseUnavailable } from '../database-errors.js';
import type { Step } from './migration-files.js';
import type { MigrationRecord } from './migration-log.js';

/** PostgreSQL's codes for a schema, column, function, table or other object that is there already. */
const ALREADY_THERE = ['42P06', '42701', '42723', '42P07', '42710'];

/** The database cannot be brought up to date; the message is for whoever starts the program. */
export class MigrationError extends Error {
  /** A step that PostgreSQL refused, or that was interrupted. Its transaction left nothing behind. */
  static ofStep(name: string, step: Step, cause: unknown, seconds: string): MigrationError {
    const error = cause as Partial<DatabaseError> & Error;
    if (isDatabaseUnavailable(error)) {
      return new MigrationError(
        `The migration ${name} was interrupted after ${seconds} s: ${wordsOf(error)}. ` +
          'What it had not finished is undone. Start again, and it goes on from there.',
        { cause },
      );
    }
    const line = error.position ? `, at line ${lineOf(step, Number(error.position))}` : '';
    return new MigrationError(
      `The migration ${name} failed after ${seconds} s${line}: ${wordsOf(error)}. ` +
        'What it had not finished is undone. Mend the cause and start again; ' +
        '`npx mnbd migrate status` tells where the database stands.',
      { cause },
    );
  }

  /** Whether it was applied is for an operator to tell, if this failure does not come of something else. */
  static ofUncertain(
    { name, startedAt }: MigrationRecord,
    cause: unknown,
  ): MigrationError | undefined {
    const error = cause as Partial<DatabaseError> & Error;
    if (!ALREADY_THERE.includes(error.code!)) return undefined;
    return new MigrationError(
      `The migration ${name} was begun at ${startedAt.toISOString()} by a former version, which did not ` +
        `note its end, and cannot be applied again: ${wordsOf(error)}. If all of it is in the database, ` +
        `say so with \`npx mnbd migrate resolve ${name} --applied\` and start again; ` +
        'else remove what is there of it first.',
      { cause },
    );
  }

  static ofNewerDatabase(unknown: readonly string[]): MigrationError {
    return new MigrationError(
      `The database was brought up to date by a newer version of this program, which applied ${unknown.join(', ')}. ` +
        'Start that version, or restore a backup from before it.',
    );
  }
}

/** What PostgreSQL said, with its code, without the last full stop. */
function wordsOf({ message, detail, hint, code }: Partial<DatabaseError> & Error): string {
  const sentences = [message, detail, hint].filter((each) => each !== undefined);
  const words = sentences.map((each) => each.replace(/\.$/, '')).join('. ');
  return code ? `${words} (${code})` : words;
}

/** @param position of a character, from 1 */
function lineOf({ sql, firstLine }: Step, position: number): number {
  return firstLine + sql.slice(0, position - 1).split('\n').length - 1;
}
