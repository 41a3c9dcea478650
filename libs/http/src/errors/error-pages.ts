import type { FastifyRequest } from 'fastify';
import Negotiator from 'negotiator';
import { traitsOf, SURFACES } from '../surfaces/surfaces.js';
import type { ApiError } from './api-error.js';

export interface ErrorPage {
  html: string;
  headers: Record<string, string>;
}

/** Renders error pages for browsers. Programs that serve pages provide it. */
export abstract class ErrorPages {
  abstract render(error: ApiError, request: FastifyRequest): Promise<ErrorPage>;
}

/** Start of the paths that programs request by mistake, such as /api/v2 or /v1. */
const MISTAKEN = /^\/(?:api|v\d+)(?:[/?]|$)/;

/** Reports whether a request is for a web page and does not prefer JSON (RFC 9110, section 12.5.1). */
export function isForPeople(request: FastifyRequest): boolean {
  if (traitsOf(request).prefix !== SURFACES.page.prefix || MISTAKEN.test(request.url)) return false;
  const { headers } = request;
  return new Negotiator({ headers }).mediaType(['text/html', 'application/json']) === 'text/html';
}
