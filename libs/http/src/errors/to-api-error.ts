import { HttpException } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import {
  DatabaseOverloadedError,
  isDatabaseUnavailable,
} from '#libs/database/src/database-errors.js';
import { OverloadError } from '../overload/overload.error.js';
import { unsupportedMediaType } from '../body/body-parsers.js';
import { ApiError } from './api-error.js';
import type { ErrorCode } from './error-codes.js';

/** How much of an address a refusal repeats, in characters. */
const LONGEST_ECHO = 200;

/**
 * Any failure as the error that callers see. What is not ours to explain becomes `internal_error`;
 * its own words stay in the log.
 */
export function toApiError(error: unknown, request: FastifyRequest): ApiError {
  if (request.is404 && refusesBody(error)) return unmatchedRoute(request);
  if (error instanceof ApiError) return error;
  if (error instanceof DatabaseOverloadedError) return OverloadError.of.database;
  if (isDatabaseUnavailable(error)) return unavailable();
  if (error instanceof HttpException) return fromStatus(error.getStatus(), request);
  return internalError();
}

const BODY_REFUSALS: ErrorCode[] = [
  'invalid_body',
  'malformed_json',
  'payload_too_large',
  'unsupported_media_type',
];

/** Where there is nothing to send a body to, what is wrong with the body matters to nobody. */
function refusesBody(error: unknown): boolean {
  if (error instanceof ApiError) return BODY_REFUSALS.includes(error.code);
  return error instanceof HttpException && error.getStatus() === 415;
}

/** What the framework refuses by itself, before a handler of ours; Nest leaves only its status. */
function fromStatus(status: number, request: FastifyRequest): ApiError {
  switch (status) {
    case 400:
      return new ApiError('invalid_parameter', 'The address or the body is not correctly encoded.');
    case 404:
      return unmatchedRoute(request);
    case 414:
      return new ApiError('not_found', 'There is nothing with so long a name.');
    case 415:
      return unsupportedMediaType(request);
    default:
      return internalError();
  }
}

/** The refusal of a request for anything unknown. */
export function nothingAt({ url }: FastifyRequest): ApiError {
  return new ApiError('not_found', `There is nothing at ${abbreviate(pathOf(url))}.`);
}

/** The same, with what may have been meant. */
function nothingLike(request: FastifyRequest): ApiError {
  const { message } = nothingAt(request);
  const nearest = request.server.nearestPath(pathOf(request.url));
  const meant = nearest && ` Did you mean ${nearest}?`;
  return new ApiError('not_found', meant ? message + meant : message);
}

function unmatchedRoute(request: FastifyRequest): ApiError {
  const path = pathOf(request.url);
  const allowed = request.server.allowedMethods(path);
  if (allowed.length === 0) return nothingLike(request);
  return new ApiError(
    'method_not_allowed',
    `${abbreviate(path)} does not take ${request.method}; it takes ${allowed.join(', ')}.`,
    { headers: { Allow: allowed.join(', ') } },
  );
}

function pathOf(url: string): string {
  return url.split('?', 1)[0]!;
}

/** An address for a sentence of ours, of bounded length. */
function abbreviate(path: string): string {
  return path.length > LONGEST_ECHO ? `${path.slice(0, LONGEST_ECHO)}…` : path;
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
