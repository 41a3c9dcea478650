import type { Logger } from '@nestjs/common';
import { Prisma } from './generated/client.js';

/** What went wrong while the database was asked, and is not to be expected of it. */
abstract class DatabaseFault extends Error {}

/** More callers wait for the database than it can answer in time; this one was not made to wait. */
export class DatabaseOverloadedError extends DatabaseFault {
  constructor() {
    super('Too many queries wait for the database.');
  }
}

/** The database is known not to answer; it was not asked. */
export class DatabaseAwayError extends DatabaseFault {
  constructor(reason: string) {
    super(`The database does not answer: ${reason}.`);
  }
}

/** There was no answer in time; the connection is given up. */
export class DeadlineMissedError extends DatabaseFault {
  /** @param deadline in milliseconds */
  constructor(deadline: number) {
    super(`The database did not answer within ${deadline / 1000} s`);
  }
}

/**
 * Codes of errors that mean "the database cannot answer now": Node's and Prisma's for a connection
 * that broke or could not be made, and of PostgreSQL (Appendix A, "PostgreSQL Error Codes") the
 * classes 08 (connection), 28 (authorization), 53 (resources) and 57 (intervention), no such
 * database, and a write where only reading is allowed.
 */
const UNAVAILABLE =
  /^(ECONN\w+|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|P10(00|01|02|03|08|10|11|17)|P2024|P2028|P2037|(08|28|53|57)\w{3}|3D000|25006)$/;
/** What pg says without a code. */
const MESSAGES =
  /timeout exceeded when trying to connect|timeout expired|Connection terminated|Query read timeout|not queryable|after calling end on the pool/;
/** Statements that were stopped because they took too long: PostgreSQL's code and Prisma's. */
const STOPPED = /^(57014|P2028)$/;

interface ErrorLike {
  code?: unknown;
  message?: unknown;
  syscall?: unknown;
  cause?: unknown;
  originalCode?: unknown;
  meta?: { driverAdapterError?: unknown };
}

/** Whether the same may succeed as soon as the database is itself again. */
export function isDatabaseUnavailable(error: unknown): boolean {
  return anyIn(error, (each) => {
    if (each instanceof DatabaseFault) return true;
    const { code, originalCode, message, syscall } = each;
    // The embedded database's socket; files can be missing too.
    if (code === 'ENOENT') return syscall === 'connect';
    return (
      [code, originalCode].some((it) => typeof it === 'string' && UNAVAILABLE.test(it)) ||
      (typeof message === 'string' && MESSAGES.test(message))
    );
  });
}

/** Whether the database is well, and it is the statement that took too long. */
export function isStoppedStatement(error: unknown): boolean {
  return anyIn(error, ({ code, originalCode }) =>
    [code, originalCode].some((it) => typeof it === 'string' && STOPPED.test(it)),
  );
}

/**
 * For work that is tried again by itself: logs its failures, but for those that come of the database
 * being away. One line tells of that already, and these would be one for every try.
 */
export function quietWhileAway(logger: Logger) {
  return {
    error(message: string, error: unknown): void {
      if (!isDatabaseUnavailable(error) || isStoppedStatement(error)) logger.error(message, error);
    },
  };
}

/** Looks where pg has it, and into what Prisma wraps around that. */
function anyIn(error: unknown, isIt: (each: ErrorLike) => boolean): boolean {
  if (typeof error !== 'object' || error === null) return false;
  const each = error as ErrorLike;
  if (isIt(each)) return true;
  return [each.cause, each.meta, each.meta?.driverAdapterError].some((it) => anyIn(it, isIt));
}

/** Whether a row could not be written because another has its unique value. */
export function isUniqueViolation(error: unknown): boolean {
  return error instanceof Prisma.PrismaClientKnownRequestError && error.code === 'P2002';
}
