/**
 * Codes of errors that mean "the database cannot answer now": Node's and Prisma's for a broken
 * connection, and PostgreSQL's classes 08, 53 and 57 (Appendix A, "PostgreSQL Error Codes").
 */
const UNAVAILABLE =
  /^(ECONN\w+|EPIPE|ETIMEDOUT|ENOTFOUND|ENOENT|P1001|P1002|P1008|P1017|P2024|P2028|08\w{3}|53\w{3}|57\w{3})$/;
/** What pg says without a code. */
const MESSAGES = /timeout exceeded when trying to connect|Connection terminated|Query read timeout/;

/** More callers wait for the database than it can answer in time; this one was not made to wait. */
export class DatabaseOverloadedError extends Error {
  constructor() {
    super('Too many queries wait for the database.');
  }
}

/** Looks where pg has it, and into what Prisma wraps around that. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false;
  if (error instanceof DatabaseOverloadedError) return true;
  const { code, message, cause, meta } = error as {
    code?: unknown;
    message?: unknown;
    cause?: unknown;
    meta?: { driverAdapterError?: unknown };
  };
  if (typeof code === 'string' && UNAVAILABLE.test(code)) return true;
  if (typeof message === 'string' && MESSAGES.test(message)) return true;
  return [cause, meta, meta?.driverAdapterError].some(isDatabaseUnavailable);
}
