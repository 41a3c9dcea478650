import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import {
  ApiHeader,
  ApiPreconditionFailedResponse,
  ApiPreconditionRequiredResponse,
} from '@nestjs/swagger';
import { ApiError } from '#libs/http/src/errors/api-error.js';
import { requestOf } from '#libs/http/src/request-context.js';
import { sharedHeaders } from '#libs/http/src/openapi/api-success.js';
import { documented } from '#libs/http/src/openapi/documented.js';

/** Returns the entity tag of a revision. */
export function revisionTag(revision: number): string {
  return `"${revision}"`;
}

/**
 * Precondition for optimistic locking with If-Match (RFC 9110, section 13.1.1; RFC 6585, section 3,
 * if it is missing).
 */
export class Precondition {
  constructor(private readonly ifMatch: string | undefined) {}

  /** @throws ApiError `precondition_required`, or `precondition_failed` with the current ETag */
  check(revision: number): void {
    if (this.ifMatch === undefined) {
      throw new ApiError(
        'precondition_required',
        'Send If-Match with the ETag of the record that your change is based on.',
      );
    }
    const tag = revisionTag(revision);
    const named = this.ifMatch.split(',').map((item) => item.trim());
    // People tend to type the bare number.
    if (['*', tag, String(revision)].some((right) => named.includes(right))) return;
    throw new ApiError(
      'precondition_failed',
      `The record has changed since and is now at ${tag}. Read it again and repeat your change.`,
      { headers: { ETag: tag } },
    );
  }
}

const readPrecondition = createParamDecorator(
  (_: unknown, context: ExecutionContext) =>
    new Precondition(requestOf(context).headers['if-match']),
);

/** The If-Match precondition of a request: the ETag of the current state. */
export const IfMatch = () =>
  documented(
    readPrecondition(),
    ApiHeader({
      name: 'If-Match',
      required: true,
      description:
        'ETag of the state that the change is based on, with or without quotation marks, or `*` for any state.',
      schema: { type: 'string' },
      example: '"3"',
    }),
    ApiPreconditionFailedResponse({
      description: 'The record has changed since. `ETag` contains its current value.',
      headers: sharedHeaders(['ETag']),
    }),
    ApiPreconditionRequiredResponse({ description: 'If-Match is missing.' }),
  );
