import { applyDecorators, createParamDecorator, type ExecutionContext } from '@nestjs/common';
import {
  ApiHeader,
  ApiPreconditionFailedResponse,
  ApiPreconditionRequiredResponse,
} from '@nestjs/swagger';
import { requestOf } from '#libs/http/src/exchange.js';
import { sharedHeaders } from '#libs/http/src/openapi/api-success.js';
import { Precondition } from './precondition.js';

/** What the request's If-Match demands, on a route that declares `@NeedsIfMatch()`. */
export const IfMatch = createParamDecorator(
  (_: unknown, context: ExecutionContext) =>
    new Precondition(requestOf(context).headers['if-match']),
);

/** Documents a change that is refused unless it is based on the present state. */
export const NeedsIfMatch = () =>
  applyDecorators(
    ApiHeader({
      name: 'If-Match',
      required: true,
      description:
        'The ETag of the state that the change is based on, with its quotation marks or without, or `*` for whatever it is.',
      schema: { type: 'string' },
      example: '"3"',
    }),
    ApiPreconditionFailedResponse({
      description: 'Somebody else has changed it since. `ETag` has the present state’s.',
      headers: sharedHeaders(['ETag']),
    }),
    ApiPreconditionRequiredResponse({ description: 'If-Match is missing.' }),
  );
