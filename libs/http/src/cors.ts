import type { FastifyRequest, onRequestHookHandler } from 'fastify';
import { traitsOf } from './surfaces/surfaces.js';

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
  'Repr-Digest',
  'X-Request-Id',
  'Deprecation',
  'Sunset',
  'Link',
].join(', ');

/**
 * Headers of responses to other origins' pages, including preflights. Every origin gets the same, and
 * most caches ask again before they reuse a response, so responses don't vary by the origin.
 */
export const CORS_HEADERS = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers': EXPOSED_HEADERS,
};

const ALLOWED_HEADERS = [
  'X-API-Key',
  'Authorization',
  'Content-Type',
  'Cache-Control',
  'If-None-Match',
  'Range',
  'If-Range',
  'traceparent',
  'Mcp-Protocol-Version',
].join(', ');

function isPreflight(request: FastifyRequest): boolean {
  const asksForMethod = request.headers['access-control-request-method'] !== undefined;
  return request.method === 'OPTIONS' && asksForMethod && traitsOf(request).isCrossOrigin;
}

/** Answers CORS preflights, which reach no route. */
export const respondToPreflight: onRequestHookHandler = (request, reply, done) => {
  if (!isPreflight(request)) return done();
  void reply
    .status(204)
    .header('Access-Control-Allow-Methods', 'GET, HEAD, POST')
    .header('Access-Control-Allow-Headers', ALLOWED_HEADERS)
    .header('Access-Control-Max-Age', '86400')
    .send();
};
