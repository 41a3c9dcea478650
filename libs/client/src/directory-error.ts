import type { ServerErrorCode } from './records.js';

/**
 * The server's code, or one of the client's own: `connection_failed`, `timeout`, and
 * `unexpected_response` for a response that is not from the API, such as a proxy's error page. Newer
 * servers may send other codes.
 */
export type ErrorCode =
  ServerErrorCode | 'connection_failed' | 'timeout' | 'unexpected_response' | (string & {});

interface Facts {
  status?: number;
  requestId?: string | undefined;
  details?: { field: string; message: string }[];
  documentation?: string;
  retryAfter?: number | undefined;
  data?: unknown;
  cause?: unknown;
}

/** Failure of a request. */
export class DirectoryError extends Error {
  override readonly name = 'DirectoryError';
  /** HTTP status, or undefined if no response arrived. */
  readonly status: number | undefined;
  /** Id to include when you report the error. */
  readonly requestId: string | undefined;
  /** Affected fields or parameters. */
  readonly details: readonly { field: string; message: string }[];
  readonly documentation: string | undefined;
  /** Seconds after which the server expects to accept the request. */
  readonly retryAfter: number | undefined;
  /** Last state of the removed record if the code is `gone`. */
  readonly data: unknown;

  constructor(
    /** Machine-readable reason. */
    readonly code: ErrorCode,
    message: string,
    facts: Facts = {},
  ) {
    super(message, { cause: facts.cause });
    this.status = facts.status;
    this.requestId = facts.requestId;
    this.details = facts.details ?? [];
    this.documentation = facts.documentation;
    this.retryAfter = facts.retryAfter;
    this.data = facts.data;
  }
}

/** Reads the error in a response, whose text may come from a proxy. */
export function errorFrom({ status, headers }: Response, text: string): DirectoryError {
  const facts = {
    status,
    requestId: headers.get('X-Request-Id') ?? undefined,
    retryAfter: secondsIn(headers.get('Retry-After')),
  };
  try {
    const { error, data } = JSON.parse(text) as {
      error: { code: string; message: string } & Pick<Facts, 'details' | 'documentation'>;
      data?: unknown;
    };
    if (typeof error.code === 'string') {
      return new DirectoryError(error.code, error.message, { ...error, ...facts, data });
    }
  } catch {
    // The response is not from the API.
  }
  // Browsers hide status and address of a redirect.
  const isRedirect = status === 0 || (status >= 300 && status < 400);
  const message = isRedirect
    ? `The server redirects to ${headers.get('Location') ?? 'another address'}, which does not get ` +
      'the key. Create the client with the final URL.'
    : `The server answered ${status}.`;
  return new DirectoryError('unexpected_response', message, facts);
}

/** Reads seconds or a date (RFC 9110, section 10.2.3). */
function secondsIn(retryAfter: string | null): number | undefined {
  if (!retryAfter) return undefined;
  const seconds = /^\d+$/.test(retryAfter)
    ? Number(retryAfter)
    : (Date.parse(retryAfter) - Date.now()) / 1_000;
  return Number.isNaN(seconds) ? undefined : Math.max(0, seconds);
}
