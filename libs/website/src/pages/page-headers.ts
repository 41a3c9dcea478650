import type { CachingHeaders } from '#libs/response-cache/src/cached-response.js';

/**
 * Caching headers of pages. A browser revalidates a page on each visit, which mostly results in a
 * 304.
 */
export const PAGE_CACHING: CachingHeaders = {
  'Cache-Control': 'public, max-age=0, must-revalidate',
  Vary: 'Accept-Encoding',
};

/** @param hosts other hosts that may serve images and data */
function policy(hosts: readonly string[] = [], ancestors = "'none'"): string {
  const from = ["'self'", ...hosts].join(' ');
  return (
    `default-src 'none'; script-src 'self'; style-src 'self'; img-src ${from} data:; ` +
    `connect-src ${from}; font-src 'self'; manifest-src 'self'; form-action 'self'; ` +
    `base-uri 'none'; frame-ancestors ${ancestors}`
  );
}

/**
 * Security headers of every page. The browser asks for the position only when the visitor presses
 * "Near me".
 */
export const PAGE_HEADERS = {
  'Content-Security-Policy': `${policy()}; require-trusted-types-for 'script'; trusted-types page`,
  'Permissions-Policy': 'camera=(), geolocation=(self), microphone=(), payment=(), usb=()',
  'Referrer-Policy': 'same-origin',
};

/**
 * Returns the headers of the interactive map page. MapLibre draws in a worker and does not support
 * trusted types.
 *
 * @param hosts other hosts that serve map data
 */
export function mapHeaders(hosts: readonly string[]): Record<string, string> {
  return { 'Content-Security-Policy': `${policy(hosts)}; worker-src 'self'` };
}

/** Headers of a page that any site may show in a frame. */
export const EMBED_HEADERS = {
  'Content-Security-Policy': policy([], '*'),
  'Cross-Origin-Resource-Policy': 'cross-origin',
};
