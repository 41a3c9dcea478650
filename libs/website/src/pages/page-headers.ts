import type { CachingHeaders } from '#libs/response-cache/src/cached-response.js';

/** Pages are everybody's, and asked for anew each time, which mostly ends in a 304. */
export const PAGE_CACHING: CachingHeaders = {
  'Cache-Control': 'public, max-age=0, must-revalidate',
  Vary: 'Accept-Encoding',
};

const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; " +
  "connect-src 'self'; font-src 'self'; manifest-src 'self'; form-action 'self'; " +
  "base-uri 'none'; frame-ancestors 'none'";

/** What every page may do in a browser. The position is asked for only when "near me" is pressed. */
export const PAGE_HEADERS = {
  'Content-Security-Policy': `${POLICY}; require-trusted-types-for 'script'; trusted-types page`,
  'Permissions-Policy': 'camera=(), geolocation=(self), microphone=(), payment=(), usb=()',
  'Referrer-Policy': 'same-origin',
};

/** Of pages with the map that moves: MapLibre draws in a worker, and its types are not trusted ones. */
export const MAP_HEADERS = {
  'Content-Security-Policy': `${POLICY}; worker-src 'self'`,
};
