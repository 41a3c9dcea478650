import { Random } from '#libs/imports/src/generate/random.js';
import type { BenchDirectory } from './support/bench-directories.ts';
import { choices } from './support/choices.ts';
import type { DirectoryServer } from './support/directory-server.ts';
import { median, percentile } from './support/statistics.ts';
import { withWatch } from './support/stop-watch.ts';

const SEED = 7;
const REQUESTS = 2_000;

/** Words of names and of the largest cities. Most match tens of thousands of a million businesses. */
const WORDS = `bakery coffee motors kitchen dental salon books floral hardware pharmacy north silver
  red maple oak pine lake duluth rochester minneapolis saint paul lone star river stone`.split(
  /\s+/,
);

/** Measures mixed searches, none repeated, on one connection to a server that has just started. */
export async function benchSearch(directory: BenchDirectory): Promise<void> {
  return withWatch(directory, async (server, watch) => {
    const milliseconds: number[] = [];
    for (const query of await differentSearches(server)) {
      milliseconds.push((await watch.time(`/api/v1/businesses?${query}`)).milliseconds);
    }
    console.log(`Milliseconds for a search, of ${REQUESTS} that are all different:`);
    console.log(`${directory.name}: median ${median(milliseconds).toFixed(1)},`);
    console.log(`p99 ${percentile(milliseconds, 99).toFixed(1)}.`);
  });
}

async function differentSearches(server: DirectoryServer): Promise<Set<string>> {
  const random = new Random(SEED);
  const cities = (await choices(server, 'cities')).map(({ filter }) => filter);
  const categories = (await choices(server, 'categories')).map(({ filter }) => filter);
  const word = () => random.pick(WORDS);
  const twoWords = () => {
    const first = word();
    return `${first}+${random.pick(WORDS.filter((other) => other !== first))}`;
  };
  const point = () => {
    const north = random.integer(43_600, 48_600) / 1000;
    const east = random.integer(-96_000, -92_000) / 1000;
    return `latitude=${north}&longitude=${east}`;
  };
  const kinds = [
    () => `q=${word()}`,
    () => `q=${twoWords()}`,
    () => `q=${word()}&${random.pick(cities)}`,
    () => random.pick(cities),
    () => random.pick(categories),
    () => `${random.pick(cities)}&${random.pick(categories)}`,
    () => `${point()}&radius=10000`,
    () => `${point()}&sort=distance`,
    () => `page=${random.integer(1, 500)}`,
    () => `sort=newest&page=${random.integer(1, 500)}`,
  ];
  const searches = new Set<string>();
  while (searches.size < REQUESTS) searches.add(random.pick(kinds)());
  return searches;
}
