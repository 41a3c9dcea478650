import type { BenchDirectory } from './support/bench-directories.ts';
import { choices } from './support/choices.ts';
import type { DirectoryServer } from './support/directory-server.ts';
import { shuffled } from './support/shuffled.ts';
import { median, percentile } from './support/statistics.ts';
import { withWatch } from './support/stop-watch.ts';

const PLACES = ['first', 'middle', 'last'] as const;
type Place = (typeof PLACES)[number];

/** A kind of list request, with several values that differ only in their results. */
interface Shape {
  name: string;
  /** Query strings without a page, such as "city=duluth". */
  queries: string[];
}

/** Latencies in milliseconds of one shape of request, at one size of the directory. */
interface ShapeFigures {
  name: string;
  /** Time of the shape's first request. */
  firstRequest: number;
  /** Times of new pages of lists requested before. */
  pages: Record<Place, number[]>;
}

interface SizeFigures {
  /** Number of businesses. */
  size: number;
  shapes: ShapeFigures[];
}

const VALUES = 10;
/** Samples per place and shape, divided among the shape's values. */
const SAMPLES = 100;
/** Fewest and most records of a page. */
const LIMITS = [15, 25] as const;

const WORDS = words('bakery coffee motors kitchen dental salon books floral hardware pharmacy');
const TYPOS = words('bakory cofee moters kitchan dentel saloon boooks florel hardwere pharmecy');

/** Towns in Minnesota, in degrees north and east. */
const TOWNS = [
  [44.9778, -93.265],
  [46.7867, -92.1005],
  [44.0121, -92.4802],
  [45.5579, -94.1632],
  [44.1636, -93.9994],
  [47.4716, -94.8827],
  [46.8739, -96.7678],
  [44.0554, -91.6664],
  [46.358, -94.2008],
  [44.4469, -95.7884],
] as const;
const around = TOWNS.map(([north, east]) => `latitude=${north}&longitude=${east}`);
const boxes = TOWNS.map(([north, east]) =>
  [east - 0.2, north - 0.15, east + 0.2, north + 0.15].map((edge) => edge.toFixed(4)).join(','),
);

/**
 * Measures single requests on one connection as the directory grows. No page is requested twice, so
 * no response comes from the cache.
 */
export async function benchGrowth(directories: BenchDirectory[]): Promise<void> {
  const sizes: SizeFigures[] = [];
  for (const directory of directories) sizes.push(await measureGrowth(directory));
  const largest = sizes.at(-1)!;
  console.log('Median milliseconds for a new first page of a list, by number of businesses;');
  console.log('at the largest, p99 of first, middle and last pages, and the first request:');
  console.table(
    largest.shapes.map(({ name, firstRequest, pages }, index) => ({
      list: name,
      ...Object.fromEntries(
        sizes.map(({ size, shapes }) => [
          size.toLocaleString('en'),
          written(median(shapes[index]!.pages.first)),
        ]),
      ),
      p99: PLACES.map((place) => written(percentile(pages[place], 99))).join(', '),
      'first request': written(firstRequest),
    })),
  );
}

async function measureGrowth(directory: BenchDirectory): Promise<SizeFigures> {
  return withWatch(directory, async (server, watch) => {
    const shapes: ShapeFigures[] = [];
    // Keyed by path, because a page of a short list can be near both its start and its end.
    const paths = new Map<string, number[]>();
    let size = 0;
    for (const { name, queries } of await shapesOf(server)) {
      const pages: ShapeFigures['pages'] = { first: [], middle: [], last: [] };
      const cold: number[] = [];
      for (const query of queries) {
        const { milliseconds, total } = await watch.time(`/api/v1/businesses?${query}`);
        cold.push(milliseconds);
        size = Math.max(size, total);
        for (const place of PLACES) {
          for (const { page, limit } of pagesAt(place, total, SAMPLES / queries.length)) {
            const path = `/api/v1/businesses?${query && `${query}&`}page=${page}&limit=${limit}`;
            if (!paths.has(path)) paths.set(path, pages[place]);
          }
        }
      }
      shapes.push({ name, firstRequest: cold[0]!, pages });
    }
    for (const [path, into] of shuffled([...paths])) {
      into.push((await watch.time(path)).milliseconds);
    }
    return { size, shapes };
  });
}

async function shapesOf(server: DirectoryServer): Promise<Shape[]> {
  const largest = async (among: 'cities' | 'categories') =>
    (await choices(server, among)).slice(0, VALUES).map(({ filter }) => filter);
  return [
    { name: 'all', queries: [''] },
    { name: 'city', queries: await largest('cities') },
    { name: 'category', queries: await largest('categories') },
    { name: 'q, one word', queries: WORDS.map(search) },
    { name: 'q, misspelled', queries: TYPOS.map(search) },
    { name: 'radius', queries: around.map((point) => `${point}&radius=10000`) },
    // Only three points, because the last page from each needs a list as long as the directory.
    { name: 'nearest first', queries: around.slice(0, 3).map((point) => `${point}&sort=distance`) },
    { name: 'box', queries: boxes.map((box) => `bbox=${box}`) },
  ];
}

/** Returns different pages of one list near a place; fewer pages if the list is too short. */
function pagesAt(place: Place, total: number, count: number): { page: number; limit: number }[] {
  const [least, most] = LIMITS;
  const pages = [];
  for (let limit = least; limit <= most; limit++) {
    const last = Math.ceil(total / limit);
    const each = Math.ceil(count / (most - least + 1));
    for (let step = 0; step < each; step++) {
      const at = { first: 1 + step, middle: Math.ceil(last / 2) + step, last: last - step };
      const page = at[place];
      if (page >= 1 && page <= last) pages.push({ page, limit });
    }
  }
  return pages.slice(0, count);
}

function search(text: string): string {
  return `q=${text}`;
}

function words(text: string): string[] {
  return text.split(' ');
}

function written(milliseconds: number): string {
  // A short list has only a first page.
  return Number.isNaN(milliseconds) ? '-' : milliseconds.toFixed(1);
}
