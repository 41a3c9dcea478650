import type { CachingHeaders } from '#libs/response-cache/src/cached-response.js';

/** Pages are everybody's, and asked for anew each time, which mostly ends in a 304. */
export const PAGE_CACHING: CachingHeaders = {
  'Cache-Control': 'public, max-age=0, must-revalidate',
  Vary: 'Accept-Encoding',
};

/** @param hosts of others, where pictures and data may be from besides this one */
function policy(hosts: readonly string[] = []): string {
  const from = ["'self'", ...hosts].join(' ');
  return (
    `default-src 'none'; script-src 'self'; style-src 'self'; img-src ${from} data:; ` +
    `connect-src ${from}; font-src 'self'; manifest-src 'self'; form-action 'self'; ` +
    `base-uri 'none'; frame-ancestors 'none'`
  );
}

/** What every page may do in a browser. The position is asked for only when "near me" is pressed. */
export const PAGE_HEADERS = {
  'Content-Security-Policy': `${policy()}; require-trusted-types-for 'script'; trusted-types page`,
  'Permissions-Policy': 'camera=(), geolocation=(self), microphone=(), payment=(), usb=()',
  'Referrer-Policy': 'same-origin',
};

/**
 * The headers of the page with the map that moves: MapLibre draws in a worker, and knows no trusted
 * types.
 *
 * @param hosts where its data is from besides this one
 */
export function mapHeaders(hosts: readonly string[]): Record<string, string> {
  return { 'Content-Security-Policy': `${policy(hosts)}; worker-src 'self'` };
}
