import { applyDecorators, createParamDecorator, type ExecutionContext } from '@nestjs/common';
import {
  ApiHeader,
  ApiPreconditionFailedResponse,
  ApiPreconditionRequiredResponse,
} from '@nestjs/swagger';
import { requestOf } from '#libs/http/src/request-context.js';
import { sharedHeaders } from '#libs/http/src/openapi/api-success.js';
import { Precondition } from './precondition.js';

/** Injects the If-Match precondition of a request. Routes that use it declare `@NeedsIfMatch()`. */
export const IfMatch = createParamDecorator(
  (_: unknown, context: ExecutionContext) =>
    new Precondition(requestOf(context).headers['if-match']),
);

/** Documents that a change requires the ETag of the current state. */
export const NeedsIfMatch = () =>
  applyDecorators(
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
