import { List } from './list.js';
import { mirror, type MirrorOptions, type MirrorStore } from './mirror/mirror.js';
import type {
  ResponseBody,
  Attribution,
  Business,
  Category,
  ChangesPage,
  City,
  County,
  Deal,
  DirectoryEvent,
  Match,
  MatchQuery,
  Query,
  RateLimit,
  ReadPath,
  Region,
  Selected,
} from './records.js';
import { type RequestOptions, Requests, type RequestsOptions } from './requests.js';

export type DirectoryOptions = RequestsOptions;

/** Paths of lists with numbered pages. */
type ListPath = {
  [Path in ReadPath]: ResponseBody<Path> extends NumberedPage ? Path : never;
}[ReadPath];

interface NumberedPage {
  data: readonly unknown[];
  pagination: { page: number; totalPages: number };
}

type Page<Path extends ListPath> = Extract<ResponseBody<Path>, NumberedPage>;

type BusinessPath = '/api/v1/businesses';
type BusinessPage<Fields> = Omit<ResponseBody<BusinessPath>, 'data'> & { data: Selected<Fields>[] };
type Selection<Asked> = Asked extends { fields: infer Fields } ? Fields : undefined;

/** Maximum page size, which needs the fewest requests. */
const MAX_LIMIT = 100;
/** Maximum number of rows in a request to match businesses. */
const MAX_MATCHED = 25;

/**
 * Client of a directory's API.
 *
 * @example
 * const directory = new Directory('https://directory.example.org', { key });
 * for await (const business of directory.businesses.list({ city: 'duluth' })) …
 */
export class Directory {
  readonly businesses: Businesses;
  readonly categories: Records<'/api/v1/categories', Category>;
  readonly cities: Records<'/api/v1/cities', City>;
  readonly counties: Records<'/api/v1/counties', County>;
  readonly regions: Records<'/api/v1/regions', Region>;
  readonly events: Records<'/api/v1/events', DirectoryEvent>;
  readonly deals: Records<'/api/v1/deals', Deal>;
  private readonly requests: Requests;

  /**
   * @param url origin of the directory
   * @throws TypeError for a malformed URL or key
   */
  constructor(url: string, options: DirectoryOptions) {
    this.requests = new Requests(url, options);
    this.businesses = new Businesses(this.requests);
    this.categories = new Records(this.requests, '/categories');
    this.cities = new Records(this.requests, '/cities');
    this.counties = new Records(this.requests, '/counties');
    this.regions = new Records(this.requests, '/regions');
    this.events = new Records(this.requests, '/events');
    this.deals = new Records(this.requests, '/deals');
  }

  /**
   * Reads changes: `for await` up to the present, `await` one page. Save its `pagination.next` and
   * send it as `after` to continue from there.
   */
  changes(query: Query<'/api/v1/changes'> = {}, options?: RequestOptions): List<ChangesPage> {
    const read = (after = query.after) =>
      this.requests.get<ChangesPage>('/changes', { ...query, after }, options);
    return new List(read, (previous) => {
      if (!previous) return read();
      return previous.pagination.hasMore ? read(previous.pagination.next) : undefined;
    });
  }

  /** Returns the state of the key's limit. The request is not counted. */
  async rateLimit(options?: RequestOptions): Promise<RateLimit> {
    return (await this.requests.get<{ data: RateLimit }>('/rate-limit', {}, options)).data;
  }

  /** Returns the credits to show with the data. */
  async attributions(options?: RequestOptions): Promise<Attribution[]> {
    return (await this.requests.get<{ data: Attribution[] }>('/attributions', {}, options)).data;
  }

  /**
   * Copies the directory to a store, or brings the copy up to date. Continues where the store's last
   * write ended, even if that was in the middle. With `follow`, keeps the copy up to date until the
   * signal aborts.
   */
  mirror(store: MirrorStore, options: MirrorOptions = {}): Promise<void> {
    return mirror(this.requests, store, options);
  }
}

/** Records of one type, as a list and each by itself. */
class Records<Path extends ListPath, Found> {
  constructor(
    private readonly requests: Requests,
    private readonly path: string,
  ) {}

  list(query: Query<Path> = {} as Query<Path>, options?: RequestOptions): List<Page<Path>> {
    return numbered<Page<Path>>(this.requests, this.path, query, options);
  }

  /** Returns the record with an id or slug. */
  get(idOrSlug: string, options?: RequestOptions): Promise<Found> {
    return oneOf<Found>(this.requests, this.path, idOrSlug, options);
  }
}

class Businesses {
  private readonly path = '/businesses';

  constructor(private readonly requests: Requests) {}

  /** Lists businesses. With `fields`, records have only these and `id`. */
  list<const Asked extends Query<BusinessPath>>(
    query: Asked = {} as Asked,
    options?: RequestOptions,
  ): List<BusinessPage<Selection<Asked>>> {
    return numbered<BusinessPage<Selection<Asked>>>(this.requests, this.path, query, options);
  }

  /**
   * Returns the business with an id or slug, also after the slug has changed (not in browsers).
   *
   * @throws DirectoryError `gone`, with the last record as `data`, if the business was removed
   */
  get(idOrSlug: string, options?: RequestOptions): Promise<Business> {
    return oneOf<Business>(this.requests, this.path, idOrSlug, options);
  }

  /** Finds the businesses that rows describe, in the order of the rows. Sends 25 at a time. */
  async match(rows: readonly MatchQuery[], options?: RequestOptions): Promise<Match[]> {
    const matches: Match[] = [];
    for (let from = 0; from < rows.length; from += MAX_MATCHED) {
      const body = { queries: rows.slice(from, from + MAX_MATCHED) };
      const path = `${this.path}/match`;
      matches.push(...(await this.requests.post<{ data: Match[] }>(path, body, options)).data);
    }
    return matches;
  }
}

function numbered<Page extends NumberedPage>(
  requests: Requests,
  path: string,
  query: object,
  options?: RequestOptions,
): List<Page> {
  const read = (asked: object) => requests.get<Page>(path, { ...asked }, options);
  return new List(
    () => read(query),
    (previous) => {
      if (!previous) return read({ limit: MAX_LIMIT, ...query });
      const { page, totalPages } = previous.pagination;
      return page < totalPages ? read({ limit: MAX_LIMIT, ...query, page: page + 1 }) : undefined;
    },
  );
}

async function oneOf<Found>(
  requests: Requests,
  path: string,
  idOrSlug: string,
  options?: RequestOptions,
): Promise<Found> {
  // URLs omit segments of dots, and without one the path is that of the list.
  if (/^\.{0,2}$/.test(idOrSlug)) throw new TypeError(`"${idOrSlug}" is not an id or slug.`);
  const address = `${path}/${encodeURIComponent(idOrSlug)}`;
  return (await requests.get<{ data: Found }>(address, {}, options)).data;
}
