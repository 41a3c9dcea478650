import type { FastifyRequest } from 'fastify';
import { ApiError } from '#libs/http/src/errors/api-error.js';

/**
 * Refuses forms that a page of another origin makes a browser send. Browsers state the origin of a
 * request in `Sec-Fetch-Site` (Fetch Metadata) or in `Origin` (Fetch Standard). A request with
 * neither does not come from a browser, so no other page can have forged it.
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
