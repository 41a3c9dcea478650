import type { FastifyReply, FastifyRequest } from 'fastify';

const EXPOSED_HEADERS = [
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'RateLimit',
  'RateLimit-Policy',
  'Retry-After',
  'ETag',
  'X-Request-Id',
].join(', ');

/**
 * Web pages of any origin may read the public API (Fetch Standard, "CORS protocol"); the admin API
 * is for its own pages only. The policy depends on no origin, so answers do not vary by it.
 *
 * @returns whether the request was a preflight and is answered
 */
export function applyCors(request: FastifyRequest, reply: FastifyReply): boolean {
  if (!request.url.startsWith('/api/v1') && request.url !== '/openapi.json') return false;
  void reply
    .header('Access-Control-Allow-Origin', '*')
    .header('Access-Control-Expose-Headers', EXPOSED_HEADERS);
  if (request.method !== 'OPTIONS' || !request.headers['access-control-request-method']) {
    return false;
  }
  void reply
    .status(204)
    .header('Access-Control-Allow-Methods', 'GET, HEAD, POST')
    .header('Access-Control-Allow-Headers', 'X-API-Key, Content-Type, If-None-Match')
    .header('Access-Control-Max-Age', '86400')
    .send();
  return true;
}
