import type { FastifyRequest } from 'fastify';

const UNDER_BASE = /^\/api\/v1(?:[/?]|$)/;

/** Whether a request is to the public API. Its target is in normal form by now. */
export function isApiRequest({ url }: FastifyRequest): boolean {
  return UNDER_BASE.test(url);
}
