import type { DirectoryServer } from './directory-server.ts';

const PARAMETERS = { cities: 'city', counties: 'county', categories: 'category' };

/** A value of a filter. */
export interface Choice {
  /** As in a query: "city=duluth". */
  filter: string;
  /** How many businesses it finds; at least one. */
  total: number;
}

/** All values of a filter, those that find most businesses first. */
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
