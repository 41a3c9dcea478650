import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Environment } from '#libs/config/src/environment.js';
import { CORS_HEADERS } from './cors.js';
import { traitsOf } from './surfaces/surfaces.js';

const NO_SNIFFING = { 'X-Content-Type-Options': 'nosniff' };
/** Restrictive headers for responses that a browser may render. Pages send their own policies. */
const RENDERED = {
  ...NO_SNIFFING,
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Referrer-Policy': 'no-referrer',
  'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
};

/**
 * Sets security headers on each response: browsers must not guess types, embed content or send referrers,
 * and only cross-origin routes can be read by other origins. Responses of those are data that no browser
 * renders, so they need fewer headers, and CORS headers only if a browser sends `Origin`.
 */
export function securityHeaders({ PUBLIC_URL, HSTS_MAX_AGE }: Environment) {
  const isHttps = PUBLIC_URL.startsWith('https:');
  const strict = isHttps && { 'Strict-Transport-Security': `max-age=${HSTS_MAX_AGE}` };
  const data = { ...NO_SNIFFING, ...strict };
  const readable = { ...data, ...CORS_HEADERS };
  const rendered = { ...RENDERED, ...strict };
  return (request: FastifyRequest, reply: FastifyReply): void => {
    if (!traitsOf(request).isCrossOrigin) return void reply.headers(rendered);
    // A request refused before its headers were read may have had an Origin.
    const mayHaveOrigin = request.headers.origin !== undefined || request.raw.refusal;
    void reply.headers(mayHaveOrigin ? readable : data);
  };
}
