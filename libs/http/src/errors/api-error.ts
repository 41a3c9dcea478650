import { HttpException } from '@nestjs/common';
import { ERROR_CODES, type ErrorCode } from './error-codes.js';

/** Error for a single field or parameter. */
export interface ErrorDetail {
  field: string;
  message: string;
}

interface ApiErrorOptions {
  details?: ErrorDetail[];
  headers?: Record<string, string>;
  /** The tombstone of a removed resource, or the resource that causes a conflict. */
  data?: object;
}

/** An error as clients see it: a documented code and a message they can act on. */
export class ApiError extends HttpException {
  readonly details?: ErrorDetail[];
  readonly headers: Record<string, string>;
  readonly data?: object;

  constructor(
    readonly code: ErrorCode,
    message: string,
    { details, headers = {}, data }: ApiErrorOptions = {},
  ) {
    super(message, ERROR_CODES[code].status);
    this.details = details;
    this.headers = headers;
    this.data = data;
  }
}

/** Declares a function that returns the error of a single field or parameter. */
const ofField = (code: ErrorCode) => (field: string, message: string) =>
  new ApiError(code, message, { details: [{ field, message }] });

export const invalidBody = ofField('invalid_body');
export const invalidParameter = ofField('invalid_parameter');
export const conflictOf = ofField('conflict');

/** Returns an error for a temporary condition, with a `Retry-After` header in seconds. */
export function tryAgainIn(
  retryAfter: number,
  code: 'rate_limited' | 'unavailable',
  message: string,
): ApiError {
  return new ApiError(code, message, { headers: { 'Retry-After': String(retryAfter) } });
}

/** Returns the 404 error of a record that does not exist, with the operation that finds others. */
export function noRecord(kind: string, idOrSlug: string, operation?: string): ApiError {
  const hint = operation ? ` Use ${operation} to find one.` : '';
  return new ApiError('not_found', `There is no ${kind} "${idOrSlug}".${hint}`);
}
