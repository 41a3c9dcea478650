import type { FastifyRequest } from 'fastify';
import type { Environment } from '#libs/config/src/environment.js';
import type { Pagination } from './envelope.js';

/** Maximum URL length in characters for the Link header; proxies reject very long headers. */
const LONGEST = 1_500;

/**
 * Returns the `Link` header of a page (RFC 8288), with the first, previous, next and last page. The links
 * keep all query parameters. Returns no header if the URL is very long.
 */
export function pageLinks(
  { url }: Pick<FastifyRequest, 'url'>,
  { page, totalPages }: Pagination,
  { PUBLIC_URL }: Environment,
): { Link?: string } {
  if (url.length > LONGEST) return {};
  const last = Math.max(totalPages, 1);
  const targets: [relation: string, page: number | undefined][] = [
    ['first', 1],
    ['prev', page > 1 ? Math.min(page - 1, last) : undefined],
    ['next', page < last ? page + 1 : undefined],
    ['last', last],
  ];
  const links = targets.map(([relation, to]) => {
    if (to === undefined) return undefined;
    const address = new URL(url, PUBLIC_URL);
    address.searchParams.set('page', String(to));
    return `<${address.href}>; rel="${relation}"`;
  });
  return { Link: links.filter((link) => link !== undefined).join(', ') };
}

/**
 * Returns the `Link` header (RFC 8288, RFC 4946) of downloaded data: its sources and licenses, as a web
 * page and as JSON.
 */
export function licenseLinks({ PUBLIC_URL }: Pick<Environment, 'PUBLIC_URL'>): string {
  const json = `<${PUBLIC_URL}/api/v1/attributions>; rel="license"; type="application/json"`;
  return `<${PUBLIC_URL}/credits>; rel="license", ${json}`;
}
