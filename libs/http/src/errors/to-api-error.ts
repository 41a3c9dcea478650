import { HttpException } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { isDatabaseUnavailable } from '#libs/database/src/unavailable.js';
import { ApiError } from './api-error.js';
import { ERROR_CODES, type ErrorCode } from './error-codes.js';

/**
 * Any failure as the error that callers see. What is not ours to explain becomes `internal_error`;
 * its own words stay in the log.
 */
export function toApiError(error: unknown, request: FastifyRequest): ApiError {
  if (error instanceof ApiError) return error;
  if (isDatabaseUnavailable(error)) return unavailable();
  const refused = fromFastify(error, request);
  if (refused) return refused;
  if (request.is404) return unmatchedRoute(request);
  return fromStatus(error) ?? internalError();
}

function unmatchedRoute(request: FastifyRequest): ApiError {
  const path = request.url.split('?', 1)[0]!;
  const allowed = request.server.allowedMethods(path);
  if (allowed.length === 0) return new ApiError('not_found', `There is nothing at ${path}.`);
  return new ApiError(
    'method_not_allowed',
    `${path} does not take ${request.method}; it takes ${allowed.join(', ')}.`,
    { headers: { Allow: allowed.join(', ') } },
  );
}

/** Refusals that Fastify makes before a route is reached, by their codes. */
function fromFastify(error: unknown, request: FastifyRequest): ApiError | undefined {
  const code = (error as { code?: unknown } | null)?.code;
  switch (code) {
    case 'FST_ERR_BAD_URL':
      return new ApiError('invalid_parameter', 'The address is not correctly percent-encoded.');
    case 'FST_ERR_MAX_PARAM_LENGTH':
      return new ApiError('not_found', 'There is nothing at this address.');
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return new ApiError(
        'payload_too_large',
        `The body is larger than ${request.routeOptions.bodyLimit} bytes.`,
      );
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return new ApiError('unsupported_media_type', 'Send the body as application/json.');
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
      return new ApiError('invalid_body', 'The body is not as long as Content-Length says.');
    default:
      return undefined;
  }
}

function fromStatus(error: unknown): ApiError | undefined {
  const status =
    error instanceof HttpException
      ? error.getStatus()
      : (error as { statusCode?: unknown } | null)?.statusCode;
  if (typeof status !== 'number' || status >= 500) return undefined;
  const code = (Object.keys(ERROR_CODES) as ErrorCode[]).find(
    (candidate) => ERROR_CODES[candidate].status === status,
  );
  return code && new ApiError(code, ERROR_CODES[code].meaning);
}

function unavailable(): ApiError {
  return new ApiError('unavailable', 'The directory cannot answer right now. Try again shortly.', {
    headers: { 'Retry-After': '5' },
  });
}

function internalError(): ApiError {
  return new ApiError(
    'internal_error',
    'Something went wrong on our side. Quote the request id when you report it.',
  );
}
