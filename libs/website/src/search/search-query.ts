/** How pages list businesses. */
export const PAGE_SIZE = 20;

export const SORTS = ['relevance', 'name', 'newest', 'distance'] as const;
export type Sort = (typeof SORTS)[number];

/** What a visitor asks for. */
export interface SearchQuery {
  q?: string;
  /** As typed: a city, a county, a ZIP code, or a position. */
  where?: string;
  /** Slugs. */
  category?: string;
  city?: string;
  county?: string;
  isOpenNow: boolean;
  sort?: Sort;
  page: number;
}

const LONGEST = { q: 200, where: 100, category: 100, city: 100, county: 100 };
const LAST_PAGE = 1_000_000;

/**
 * Reads the parameters of an address. Visitors do not write addresses: what cannot be read is as if
 * it were not there.
 */
export function readSearch(query: Readonly<Record<string, unknown>>): SearchQuery {
  const text = (name: keyof typeof LONGEST) => {
    const value = [query[name]].flat()[0];
    if (typeof value !== 'string') return undefined;
    return (
      value
        .replace(/\p{Cc}+/gu, ' ')
        .trim()
        .slice(0, LONGEST[name]) || undefined
    );
  };
  return {
    q: text('q'),
    where: text('where'),
    category: text('category'),
    city: text('city'),
    county: text('county'),
    isOpenNow: query.open === 'now',
    sort: SORTS.find((sort) => sort === query.sort),
    page: readPage(query),
  };
}

export function readPage({ page }: Readonly<Record<string, unknown>>): number {
  const number = typeof page === 'string' && /^\d{1,7}$/.test(page) ? Number(page) : 1;
  return Math.min(Math.max(number, 1), LAST_PAGE);
}

/** The address of a search on a page such as `/search`: always in the same order, without what goes without saying. */
export function searchAddress(path: string, search: Partial<SearchQuery>): string {
  const { q, where, category, city, county, isOpenNow, sort, page = 1 } = search;
  const parameters = Object.entries({
    q,
    where,
    category,
    city,
    county,
    open: isOpenNow ? 'now' : undefined,
    sort,
    page: page > 1 ? String(page) : undefined,
  }).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return parameters.length === 0 ? path : `${path}?${new URLSearchParams(parameters).toString()}`;
}
