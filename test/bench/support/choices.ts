import type { DirectoryServer } from './directory-server.ts';

const PARAMETERS = { cities: 'city', categories: 'category' };

/** A filter with a value. */
export interface Choice {
  /** Part of a query string, such as "city=duluth". */
  filter: string;
  /** Number of matching businesses; at least one. */
  total: number;
}

/** Returns all values of a filter, in descending order of matching businesses. */
export async function choices(
  server: DirectoryServer,
  among: keyof typeof PARAMETERS,
): Promise<Choice[]> {
  const entries: { slug: string; businessCount: number }[] = [];
  const path = `/api/v1/${among}`;
  if (among === 'categories') entries.push(...(await server.get(path)).json.data);
  else {
    for (let page = 1, last = 1; page <= last; page++) {
      const { json } = await server.get(`${path}?limit=100&page=${page}`);
      entries.push(...json.data);
      last = json.pagination.totalPages;
    }
  }
  return entries
    .filter(({ businessCount }) => businessCount > 0)
    .sort((a, b) => b.businessCount - a.businessCount)
    .map(({ slug, businessCount }) => ({
      filter: `${PARAMETERS[among]}=${slug}`,
      total: businessCount,
    }));
}
