import type { FastifyRequest } from 'fastify';

const UNDER_BASE = /^\/api\/v1(?:[/?]|$)/;

/**
 * Whether a request is to the public API. Its route's own address decides as well, since a path
 * may be spelled in several ways (`/%61pi/v1/…`).
 */
export function isApiRequest(request: FastifyRequest): boolean {
  return UNDER_BASE.test(request.url) || UNDER_BASE.test(request.routeOptions.url ?? '');
}
