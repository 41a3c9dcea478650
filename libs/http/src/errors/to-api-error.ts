import { HttpException } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import {
  DatabaseOverloadedError,
  isDatabaseUnavailable,
  isUniqueViolation,
} from '#libs/database/src/database-errors.js';
import { OverloadError } from '../overload/overload.error.js';
import { unsupportedMediaType } from '../body/body-parsers.js';
import { ApiError, tryAgainIn } from './api-error.js';
import type { ErrorCode } from './error-codes.js';

/** Maximum number of URL characters that an error message repeats. */
const LONGEST_ECHO = 200;

/**
 * Converts any error to the one that clients see. Unexpected errors become `internal_error`; their
 * messages appear only in the log.
 */
export function toApiError(error: unknown, request: FastifyRequest): ApiError {
  if (request.is404 && refusesBody(error, request)) return unmatchedRoute(request);
  if (error instanceof ApiError) return error;
  if (error instanceof DatabaseOverloadedError) return OverloadError.of.database;
  if (isDatabaseUnavailable(error)) return unavailable();
  if (error instanceof HttpException) return fromStatus(error.getStatus(), request);
  return internalError();
}

/**
 * Waits for a change of the database.
 *
 * @throws ApiError `conflict` with the message if another row has a value that must be unique
 */
export async function unlessTaken<T>(change: Promise<T>, message: string): Promise<T> {
  try {
    return await change;
  } catch (error) {
    throw isUniqueViolation(error) ? new ApiError('conflict', message) : error;
  }
}

const BODY_REFUSALS: ErrorCode[] = [
  'invalid_body',
  'malformed_json',
  'payload_too_large',
  'unsupported_media_type',
];

/** Reports whether the error is about the body. On an unknown path it doesn't matter. */
function refusesBody(error: unknown, { method }: FastifyRequest): boolean {
  if (error instanceof ApiError) return BODY_REFUSALS.includes(error.code);
  if (!(error instanceof HttpException)) return false;
  // Fastify answers 400 to QUERY without a Content-Type.
  return error.getStatus() === 415 || (method === 'QUERY' && error.getStatus() === 400);
}

/** Converts an error that the framework raised before any handler. Nest keeps only its status. */
function fromStatus(status: number, request: FastifyRequest): ApiError {
  switch (status) {
    case 400:
      return new ApiError('invalid_parameter', 'The URL or the body is not correctly encoded.');
    case 404:
      return unmatchedRoute(request);
    case 414:
      return new ApiError('not_found', 'No resource has a name this long.');
    case 415:
      return unsupportedMediaType(request);
    default:
      return internalError();
  }
}

/** Returns the 404 error of an unknown URL. */
export function nothingAt({ url }: FastifyRequest): ApiError {
  return new ApiError('not_found', `There is nothing at ${abbreviate(pathOf(url))}.`);
}

/** Returns the same error with a suggestion. */
function nothingLike(request: FastifyRequest): ApiError {
  const { message } = nothingAt(request);
  const nearest = request.server.nearestPath(pathOf(request.url));
  const meant = nearest && ` Did you mean ${nearest}?`;
  return new ApiError('not_found', meant ? message + meant : message);
}

function unmatchedRoute(request: FastifyRequest): ApiError {
  const path = pathOf(request.url);
  const allowed = request.server.allowedMethods(path);
  // The router requires more of some paths, as text before ".ics".
  if (allowed.length === 0 || allowed.includes(request.method)) return nothingLike(request);
  return new ApiError(
    'method_not_allowed',
    `${abbreviate(path)} does not support ${request.method}. Use ${allowed.join(', ')}.`,
    { headers: { Allow: allowed.join(', ') } },
  );
}

function pathOf(url: string): string {
  return url.split('?', 1)[0]!;
}

/** Shortens a path for an error message. */
function abbreviate(path: string): string {
  return path.length > LONGEST_ECHO ? `${path.slice(0, LONGEST_ECHO)}…` : path;
}

function unavailable(): ApiError {
  return tryAgainIn(
    5,
    'unavailable',
    'The directory is temporarily unavailable. Try again shortly.',
  );
}

function internalError(): ApiError {
  return new ApiError(
    'internal_error',
    'Something went wrong on our side. Include the request id when you report it.',
  );
}
