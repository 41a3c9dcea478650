import type { FastifyRequest } from 'fastify';
import { ApiError } from '#libs/http/src/errors/api-error.js';

/**
 * Refuses forms that a page of another origin makes a browser send. Browsers say where a request
 * comes from in `Sec-Fetch-Site` (Fetch Metadata), or else in `Origin` (Fetch Standard); what says
 * neither is no browser, and no visitor of another page stands behind it.
 *
 * @param publicUrl origin of the website
 * @throws ApiError `forbidden`
 */
export function refuseForeign({ headers }: FastifyRequest, publicUrl: string): void {
  const site = headers['sec-fetch-site'];
  const { origin, host } = headers;
  const isOwn = site
    ? site === 'same-origin' || site === 'none'
    : !origin || origin === publicUrl || (URL.canParse(origin) && new URL(origin).host === host);
  if (!isOwn) throw new ApiError('forbidden', 'This form can only be sent from its own page.');
}
