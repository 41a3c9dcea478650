import { type Opening, OPENINGS, splitOpening } from './opening-words.js';

/** Businesses on one page of a list. */
export const PAGE_SIZE = 20;
/** Maximum number of businesses in a file. The API, which needs a key, has no such limit. */
export const MOST_IN_FILE = 1_000;

export const SORTS = ['relevance', 'name', 'newest', 'distance'] as const;
export type Sort = (typeof SORTS)[number];

/** A visitor's search. */
export interface SearchQuery {
  q?: string;
  /** Place as typed: a city, a county, a ZIP code or a position. */
  where?: string;
  /** Slug of the category. */
  category?: string;
  city?: string;
  county?: string;
  open?: Opening;
  sort?: Sort;
  page: number;
}

const LONGEST = { q: 200, where: 100, category: 100, city: 100, county: 100 };
const LAST_PAGE = 1_000_000;

/**
 * Reads the parameters of an address. Visitors do not write addresses, so an invalid parameter is
 * ignored. A phrase such as "open now" in `q` becomes the filter.
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
  const { q, opening } = splitOpening(text('q') ?? '');
  return {
    q: q || undefined,
    where: text('where'),
    category: text('category'),
    city: text('city'),
    county: text('county'),
    open: opening ?? OPENINGS.find((each) => each === query.open),
    sort: SORTS.find((sort) => sort === query.sort),
    page: readPage(query),
  };
}

export function readPage({ page }: Readonly<Record<string, unknown>>): number {
  const number = typeof page === 'string' && /^\d{1,7}$/.test(page) ? Number(page) : 1;
  return Math.min(Math.max(number, 1), LAST_PAGE);
}

/**
 * Returns the address of a search on a page such as `/search`, with parameters in a fixed order and
 * without defaults.
 */
export function searchAddress(path: string, search: Partial<SearchQuery>): string {
  const { q, where, category, city, county, open, sort, page = 1 } = search;
  const parameters = Object.entries({
    q,
    where,
    category,
    city,
    county,
    open,
    sort,
    page: page > 1 ? String(page) : undefined,
  }).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return parameters.length === 0 ? path : `${path}?${new URLSearchParams(parameters).toString()}`;
}
