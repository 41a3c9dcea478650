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

const OPEN = /^\/(api\/v1|openapi\.json)(?=[/?]|$)/;

/**
 * Web pages of any origin may read the public API (Fetch Standard, "CORS protocol"); the admin API
 * is for its own pages only. The policy depends on no origin, so answers do not vary by it.
 */
export function isOpen({ url }: FastifyRequest): boolean {
  return OPEN.test(url);
}

/** On each answer that is open, preflights among them. */
export const CORS_HEADERS = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers': EXPOSED_HEADERS,
};

export function isPreflight(request: FastifyRequest): boolean {
  const asksForMethod = request.headers['access-control-request-method'] !== undefined;
  return request.method === 'OPTIONS' && asksForMethod && isOpen(request);
}

export function answerPreflight(reply: FastifyReply): FastifyReply {
  return reply
    .status(204)
    .header('Access-Control-Allow-Methods', 'GET, HEAD, POST')
    .header('Access-Control-Allow-Headers', 'X-API-Key, Content-Type, If-None-Match')
    .header('Access-Control-Max-Age', '86400')
    .send();
}
