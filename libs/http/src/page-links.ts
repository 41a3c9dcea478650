import type { FastifyRequest } from 'fastify';
import type { Environment } from '#libs/config/src/environment.js';
import type { Pagination } from './envelope.js';

/** The longest address whose pages are linked, in characters: proxies refuse headers of many kilobytes. */
const LONGEST = 1_500;

/**
 * The `Link` header of a page (RFC 8288): where the first and the last page of the list are, and those
 * before and after it, with all parameters as they were sent. Without it where the address is very
 * long.
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
