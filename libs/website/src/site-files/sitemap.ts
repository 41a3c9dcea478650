import { escapeXml } from './xml.js';

const DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>\n';
const NAMESPACE = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';

export interface SitemapEntry {
  /** Absolute address. */
  address: string;
  lastChanged?: Date;
}

/** Writes an index of sitemaps (sitemaps.org, "Using Sitemap index files"). */
export function sitemapIndex(addresses: readonly string[]): string {
  const sitemaps = addresses.map((each) => `<sitemap><loc>${escapeXml(each)}</loc></sitemap>\n`);
  return `${DECLARATION}<sitemapindex ${NAMESPACE}>\n${sitemaps.join('')}</sitemapindex>\n`;
}

const BEGIN = `${DECLARATION}<urlset ${NAMESPACE}>\n`;
const END = '</urlset>\n';

export function sitemap(entries: readonly SitemapEntry[]): string {
  return BEGIN + written(entries) + END;
}

/** Writes a large sitemap in pieces as its entries arrive. */
export async function* sitemapInPieces(
  slices: AsyncIterable<readonly SitemapEntry[]> | Iterable<readonly SitemapEntry[]>,
): AsyncGenerator<string> {
  yield BEGIN;
  for await (const slice of slices) yield written(slice);
  yield END;
}

function written(entries: readonly SitemapEntry[]): string {
  return entries
    .map(({ address, lastChanged }) => {
      const changed = lastChanged ? `<lastmod>${lastChanged.toISOString()}</lastmod>` : '';
      return `<url><loc>${escapeXml(address)}</loc>${changed}</url>\n`;
    })
    .join('');
}
