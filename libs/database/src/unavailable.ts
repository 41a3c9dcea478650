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

export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof DatabaseOverloadedError) return true;
  const { code, cause, meta } = error as Error & {
    code?: unknown;
    cause?: unknown;
    meta?: { code?: unknown };
  };
  if (typeof code === 'string' && UNAVAILABLE.test(code)) return true;
  if (typeof meta?.code === 'string' && UNAVAILABLE.test(meta.code)) return true;
  return MESSAGES.test(error.message) || isDatabaseUnavailable(cause);
}
