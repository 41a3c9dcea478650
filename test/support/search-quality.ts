import { readFile } from 'node:fs/promises';

/** Residents' searches, and the businesses in `search-directory.csv` that they look for. */
const QUERIES = 'test/fixtures/search-queries.json';
export const SEARCH_DIRECTORY = 'test/fixtures/search-directory.csv';
const FIRST = 5;

interface Business {
  name: string;
  categories: { slug: string }[];
  address: { street: string | null; city: string | null; postalCode: string | null };
  phone: string | null;
}

/**
 * Conditions on a business: case-insensitive regular expressions for name, category and street, and
 * exact values for the other fields.
 */
type Conditions = Partial<
  Record<'name' | 'category' | 'street' | 'city' | 'postalCode' | 'phone', string>
>;

export interface SearchScore {
  /** Number of searches with at least one relevant business. */
  searches: number;
  /** Share of these searches with a relevant business among the first five results. */
  found: number;
  /** Mean precision among the first five results, or among all if there are fewer relevant ones. */
  precision: number;
  /** Searches whose first five results could be better. */
  misses: { query: string; relevant: string; first: string }[];
}

/** @param list returns a page of `GET /api/v1/businesses` for the given parameters */
export async function scoreSearches(
  list: (parameters: string) => Promise<{ data: Business[]; pagination: { totalPages: number } }>,
): Promise<SearchScore> {
  const all: Business[] = [];
  for (let page = 1, pages = 1; page <= pages; page++) {
    const { data, pagination } = await list(`limit=100&page=${page}`);
    all.push(...data);
    pages = pagination.totalPages;
  }
  const queries = JSON.parse(await readFile(QUERIES, 'utf8')) as {
    query: string;
    relevant: Conditions[];
  }[];
  const scores: { found: boolean; precision: number }[] = [];
  const misses: SearchScore['misses'] = [];
  for (const { query, relevant } of queries) {
    const isRelevant = (business: Business) => relevant.some((each) => matches(business, each));
    const possible = Math.min(FIRST, all.filter(isRelevant).length);
    if (possible === 0) continue;
    const { data } = await list(`q=${encodeURIComponent(query)}&limit=${FIRST}`);
    const count = data.filter(isRelevant).length;
    scores.push({ found: count > 0, precision: count / possible });
    if (count < possible) {
      const first = data.map(({ name, address }) => `${name} (${address.city})`).join(', ');
      misses.push({ query, relevant: `${count} of ${possible}`, first });
    }
  }
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  return {
    searches: scores.length,
    found: mean(scores.map(({ found }) => Number(found))),
    precision: mean(scores.map(({ precision }) => precision)),
    misses,
  };
}

function matches({ name, categories, address, phone }: Business, conditions: Conditions): boolean {
  const like = (pattern: string, text: string | null) =>
    text !== null && new RegExp(pattern, 'i').test(text);
  const holds: Record<keyof Conditions, (value: string) => boolean> = {
    name: (value) => like(value, name),
    category: (value) => categories.some(({ slug }) => like(value, slug)),
    street: (value) => like(value, address.street),
    city: (value) => address.city === value,
    postalCode: (value) => address.postalCode === value,
    phone: (value) => phone === value,
  };
  return Object.entries(conditions).every(([field, value]) =>
    holds[field as keyof Conditions](value),
  );
}
