import type { Logger } from '@nestjs/common';
import { Prisma } from './generated/client.js';

/** Base of errors that mean that the database cannot serve requests now. */
abstract class DatabaseFault extends Error {}

/**
 * More requests wait for the database than it can serve in time, so this one was refused at once.
 */
export class DatabaseOverloadedError extends DatabaseFault {
  constructor() {
    super('Too many queries are waiting for the database.');
  }
}

/** The database is known to be unavailable, so it was not queried. */
export class DatabaseAwayError extends DatabaseFault {
  constructor(reason: string) {
    super(`The database does not respond: ${reason}.`);
  }
}

/** There was no response before the deadline. The connection is closed. */
export class DeadlineMissedError extends DatabaseFault {
  /** @param deadline in milliseconds */
  constructor(deadline: number) {
    super(`The database did not respond within ${deadline / 1000} s`);
  }
}

/**
 * Error codes that mean "the database cannot serve requests now". Includes codes of Node and Prisma
 * for connections that broke or could not be opened. Of PostgreSQL (Appendix A, "PostgreSQL Error
 * Codes") it includes the classes 08 (connection), 28 (authorization), 53 (resources) and 57
 * (operator intervention), unknown databases, and writes to a read-only database.
 */
const UNAVAILABLE =
  /^(ECONN\w+|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|P10(00|01|02|03|08|10|11|17)|P2024|P2028|P2037|(08|28|53|57)\w{3}|3D000|25006)$/;
/** Messages of pg that come without a code. */
const MESSAGES =
  /timeout exceeded when trying to connect|timeout expired|Connection terminated|Query read timeout|not queryable|after calling end on the pool/;
const READ_ONLY = '25006';
/**
 * Codes of statements that were canceled because they took too long, from PostgreSQL and Prisma.
 */
const STOPPED = /^(57014|P2028)$/;

interface ErrorLike {
  code?: unknown;
  message?: unknown;
  syscall?: unknown;
  cause?: unknown;
  originalCode?: unknown;
  meta?: { driverAdapterError?: unknown };
}

/** Reports whether the same operation may succeed once the database has recovered. */
export function isDatabaseUnavailable(error: unknown): boolean {
  return anyIn(error, (each) => {
    if (each instanceof DatabaseFault) return true;
    const { code, originalCode, message, syscall } = each;
    // For the socket of the embedded database. Other files can be missing, too.
    if (code === 'ENOENT') return syscall === 'connect';
    return (
      [code, originalCode].some((it) => typeof it === 'string' && UNAVAILABLE.test(it)) ||
      (typeof message === 'string' && MESSAGES.test(message))
    );
  });
}

/** Reports whether the database refused a change because it is read-only. */
export function isReadOnly(error: unknown): boolean {
  return anyIn(error, ({ code, originalCode }) => [code, originalCode].includes(READ_ONLY));
}

/** Reports whether the database is fine and only the statement took too long. */
export function isStoppedStatement(error: unknown): boolean {
  return anyIn(error, ({ code, originalCode }) =>
    [code, originalCode].some((it) => typeof it === 'string' && STOPPED.test(it)),
  );
}

/**
 * Returns a logger for work that is retried automatically. It omits errors caused by an unavailable
 * database, because `Availability` logs that once, and these errors would repeat with every retry.
 */
export function quietWhileAway(logger: Logger) {
  return {
    error(message: string, error: unknown): void {
      if (!isDatabaseUnavailable(error) || isStoppedStatement(error)) logger.error(message, error);
    },
  };
}

/** Searches an error and the causes that Prisma wraps. */
function anyIn(error: unknown, isIt: (each: ErrorLike) => boolean): boolean {
  if (typeof error !== 'object' || error === null) return false;
  const each = error as ErrorLike;
  if (isIt(each)) return true;
  return [each.cause, each.meta, each.meta?.driverAdapterError].some((it) => anyIn(it, isIt));
}

/** Reports whether a row could not be written because another row has its unique value. */
export function isUniqueViolation(error: unknown): boolean {
  return error instanceof Prisma.PrismaClientKnownRequestError && error.code === 'P2002';
}
