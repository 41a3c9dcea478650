import { Random } from '#libs/imports/src/generate/random.js';
import { eventually } from '../support/eventually.ts';
import type { BenchDirectory } from './support/bench-directories.ts';
import { choices } from './support/choices.ts';
import type { DirectoryServer } from './support/directory-server.ts';
import { drive } from './support/load.ts';
import { median, percentile } from './support/statistics.ts';
import { type StopWatch, withWatch } from './support/stop-watch.ts';

const SEED = 11;
const PAGES_OF_A_KIND = 300;
const CONNECTIONS = 50;
const ROUNDS = 6;
const ROUND_SECONDS = 2;
/** Number of visitors, which keeps each below its budget of pages. */
const ADDRESSES = 10_000;
const WORDS = `bakery coffee motors kitchen dental salon books floral hardware pharmacy north silver
  red maple oak pine lake lone star river stone`.split(/\s+/);

/** Measures uncached pages of every kind, and a cached page against a cached API response. */
export async function benchWebsite(directory: BenchDirectory): Promise<void> {
  const benchPages = async (server: DirectoryServer, watch: StopWatch) => {
    // After its start, the server counts the whole directory.
    await eventually(async () => (await fetch(`${server.url}/categories`)).ok, 120_000);
    for (let page = 1; page <= 50; page++) await watch.time(`/search?page=${page}`, visitor());
    await watch.time('/map', visitor());
    const rows = [];
    for (const [kind, paths] of Object.entries(await freshPages(server))) {
      const times: number[] = [];
      for (const path of paths) times.push((await watch.time(path, visitor())).milliseconds);
      rows.push({
        page: kind,
        median: median(times).toFixed(1),
        p99: percentile(times, 99).toFixed(1),
      });
    }
    console.log(`Milliseconds for pages of ${directory.name} that are all different:`);
    console.table(rows);
    await benchKept(server);
  };
  return withWatch(directory, benchPages, { TRUST_PROXY: 'loopback' });
}

/** Requests from one address. Slow pages count several times toward its 600 a minute. */
const REQUESTS_OF_AN_ADDRESS = 60;

let asked = 0;

/** Returns the headers of the next page view. */
function visitor(): Record<string, string> {
  const address = Math.floor(asked++ / REQUESTS_OF_AN_ADDRESS);
  const from = `10.${(address >> 16) & 255}.${(address >> 8) & 255}.${address & 255}`;
  return { accept: '*/*', 'accept-encoding': 'br', 'x-forwarded-for': from };
}

async function benchKept({ url, headers }: DirectoryServer): Promise<void> {
  const kept = { page: '/search?q=bakery', API: '/api/v1/businesses?q=bakery' };
  const rates: Record<keyof typeof kept, number[]> = { page: [], API: [] };
  for (let round = 0; round < ROUNDS; round++) {
    for (const name of ['page', 'API'] as const) {
      const { answered, seconds } = await drive({
        url,
        paths: [kept[name]],
        once: false,
        expected: { status: 200 },
        headers: { ...headers, accept: '*/*', 'accept-encoding': 'br' },
        seconds: ROUND_SECONDS,
        connections: CONNECTIONS,
        addresses: ADDRESSES,
      });
      // The first round only warms up.
      if (round > 0) rates[name].push(answered / seconds);
    }
  }
  const page = median(rates.page);
  const api = median(rates.API);
  console.log(`Requests per second for cached responses, ${CONNECTIONS} connections, by wrk:`);
  console.table([
    { answer: 'page', rate: page.toFixed(0), ofTheApi: (page / api).toFixed(2) },
    { answer: 'API', rate: api.toFixed(0), ofTheApi: '1.00' },
  ]);
}

async function freshPages(server: DirectoryServer): Promise<Record<string, Set<string>>> {
  const random = new Random(SEED);
  const slugs = async (among: 'cities' | 'categories') =>
    (await choices(server, among)).map(({ filter }) => filter.split('=')[1]!);
  const cities = await slugs('cities');
  const categories = await slugs('categories');
  const businesses: string[] = [];
  for (let page = 1; businesses.length < PAGES_OF_A_KIND; page++) {
    const { json } = await server.get(`/api/v1/businesses?limit=100&page=${page * 7}`);
    if (json.data.length === 0) break;
    businesses.push(...json.data.map(({ slug }: { slug: string }) => slug));
  }
  const place = () => {
    const lat = random.integer(43_600, 48_600) / 1000;
    return `lat=${lat}&lon=${random.integer(-96_000, -92_000) / 1000}`;
  };
  const some = (make: () => string) => {
    const paths = new Set<string>();
    for (let tries = 0; paths.size < PAGES_OF_A_KIND && tries < 10_000; tries++) paths.add(make());
    return paths;
  };
  return {
    search: some(() =>
      random.pick([
        () => `/search?q=${random.pick(WORDS)}+${random.pick(WORDS)}`,
        () => `/search?q=${random.pick(WORDS)}&where=${random.pick(cities)}`,
        () => `/search?where=${random.pick(cities)}&category=${random.pick(categories)}`,
        () => `/search?category=${random.pick(categories)}&page=${random.integer(1, 20)}`,
      ])(),
    ),
    landing: some(() =>
      random.pick([
        () => `/in/${random.pick(cities)}`,
        () => `/c/${random.pick(categories)}/in/${random.pick(cities)}`,
      ])(),
    ),
    business: new Set(businesses.map((slug) => `/b/${slug}`)),
    'map of the state': some(() => `/map?${place()}&z=${random.integer(60, 69) / 10}`),
    'map, nearer': some(() => `/map?${place()}&z=${random.integer(90, 140) / 10}`),
  };
}
