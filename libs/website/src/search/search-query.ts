import type { AttributeFilter } from '#libs/directory-index/src/attributes.js';
import { type Day, DAYS } from '#libs/directory-index/src/opening-hours.js';

/**
 * Times at which a business must be open: now, at some point before midnight, at some point tomorrow,
 * after 10 PM, at some point of the weekend, or of the next such weekday.
 */
export const OPENINGS = ['now', 'today', 'tomorrow', 'late', 'weekend', ...DAYS] as const;
export type Opening = (typeof OPENINGS)[number];

export function isWeekday(opening: Opening): opening is Day {
  return (DAYS as readonly string[]).includes(opening);
}

/** Businesses on one page of a list. */
export const PAGE_SIZE = 20;
/** Maximum number of businesses in a file. The API, which needs a key, has no such limit. */
export const MOST_IN_FILE = 1_000;

export const SORTS = ['relevance', 'name', 'newest', 'distance'] as const;
export type Sort = (typeof SORTS)[number];

export interface SearchQuery {
  q?: string;
  /** Place as typed: a city, a county, a ZIP code or a position. */
  where?: string;
  /** Slugs of categories, any of them. */
  category?: string[];
  city?: string[];
  county?: string[];
  /** All of them. */
  attributes?: readonly AttributeFilter[];
  open?: Opening;
  /** The visitor asked for results nearby without saying where. */
  near?: 'me';
  sort?: Sort;
  page: number;
  /** Fields if the whole text is the name of a business, set if words of it became filters. */
  asName?: Partial<SearchQuery>;
}

const LAST_PAGE = 1_000_000;

export function readPage({ page }: Readonly<Record<string, unknown>>): number {
  const number = typeof page === 'string' && /^\d{1,7}$/.test(page) ? Number(page) : 1;
  return Math.min(Math.max(number, 1), LAST_PAGE);
}

/**
 * Returns the address of a search on a page such as `/search`, with parameters in a fixed order and
 * without defaults.
 *
 * @param others parameters that follow those of the search. Undefined ones are omitted.
 */
export function searchAddress(
  path: string,
  search: Partial<SearchQuery>,
  others: Readonly<Record<string, string | undefined>> = {},
): string {
  const { q, where, category, city, county, attributes, open, near, sort, page = 1 } = search;
  const parameters = Object.entries({
    q,
    where,
    category: category?.join() || undefined,
    city: city?.join() || undefined,
    county: county?.join() || undefined,
    attribute: attributes?.join() || undefined,
    open,
    near,
    sort,
    page: page > 1 ? String(page) : undefined,
    ...others,
  }).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return parameters.length === 0 ? path : `${path}?${new URLSearchParams(parameters).toString()}`;
}
