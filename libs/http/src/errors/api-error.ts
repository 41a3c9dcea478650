import { HttpException } from '@nestjs/common';
import { ERROR_CODES, type ErrorCode } from './error-codes.js';

/** What is wrong with one field or parameter. */
export interface ErrorDetail {
  field: string;
  message: string;
}

interface ApiErrorOptions {
  details?: ErrorDetail[];
  headers?: Record<string, string>;
  /** What is left of the thing that is gone, or what is in the way. */
  data?: object;
}

/** A refusal as callers see it: a code of the closed list and a sentence they can act on. */
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
