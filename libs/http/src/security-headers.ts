import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Environment } from '#libs/config/src/environment.js';
import { CORS_HEADERS } from './cors.js';
import { surfaceOf } from './surfaces/surfaces.js';

/** Restrictive headers for responses that are not pages. Pages send their own policies. */
const SHARED = {
  'X-Content-Type-Options': 'nosniff',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Referrer-Policy': 'no-referrer',
  'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  'Cross-Origin-Opener-Policy': 'same-origin',
};

/**
 * Sets security headers on each response: browsers must not guess types, embed content or send referrers,
 * and only cross-origin surfaces can be read by other origins.
 */
export function securityHeaders({ PUBLIC_URL, HSTS_MAX_AGE }: Environment) {
  const isHttps = PUBLIC_URL.startsWith('https:');
  const strict = { 'Strict-Transport-Security': `max-age=${HSTS_MAX_AGE}` };
  const shared = { ...SHARED, ...(isHttps && strict) };
  const open = { ...shared, ...CORS_HEADERS, 'Cross-Origin-Resource-Policy': 'cross-origin' };
  const own = { ...shared, 'Cross-Origin-Resource-Policy': 'same-origin' };
  return (request: FastifyRequest, reply: FastifyReply): void => {
    void reply.headers(surfaceOf(request).isCrossOrigin ? open : own);
  };
}
