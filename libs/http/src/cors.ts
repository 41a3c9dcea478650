import type { FastifyReply, FastifyRequest } from 'fastify';
import { surfaceOf } from './surfaces/surfaces.js';

const EXPOSED_HEADERS = [
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'RateLimit',
  'RateLimit-Policy',
  'Retry-After',
  'ETag',
  'X-Total-Count',
  'Content-Disposition',
  'Accept-Ranges',
  'Content-Range',
  'Directory-Version',
  'Changes-Cursor',
  'X-Request-Id',
  'Deprecation',
  'Sunset',
  'Link',
].join(', ');

/**
 * On each answer of a surface that is open to web pages of any origin, preflights among them. The
 * policy depends on no origin, so answers do not vary by it.
 */
export const CORS_HEADERS = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers': EXPOSED_HEADERS,
};

export function isPreflight(request: FastifyRequest): boolean {
  const asksForMethod = request.headers['access-control-request-method'] !== undefined;
  return request.method === 'OPTIONS' && asksForMethod && surfaceOf(request).isCrossOrigin;
}

export function answerPreflight(reply: FastifyReply): FastifyReply {
  return reply
    .status(204)
    .header('Access-Control-Allow-Methods', 'GET, HEAD, POST')
    .header(
      'Access-Control-Allow-Headers',
      'X-API-Key, Content-Type, If-None-Match, Range, If-Range',
    )
    .header('Access-Control-Max-Age', '86400')
    .send();
}
