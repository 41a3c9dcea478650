import { choices } from '../support/choices.ts';
import type { DirectoryServer } from '../support/directory-server.ts';

/** A kind of list request, with several values that differ only in their results. */
export interface Shape {
  name: string;
  /** Query strings without a page, such as "city=duluth". */
  queries: string[];
}

const VALUES = 10;

const WORDS = words('bakery coffee motors kitchen dental salon books floral hardware pharmacy');
const TWO_WORDS = words(`
  north+bakery silver+coffee minneapolis+motors red+kitchen duluth+dental maple+salon oak+books
  rochester+floral pine+hardware lake+pharmacy`);
const TYPOS = words('bakory cofee moters kitchan dentel saloon boooks florel hardwere pharmecy');
const BEGINNINGS = words('bak cof mot kit den sal boo flo har pha');

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

export async function shapesOf(server: DirectoryServer): Promise<Shape[]> {
  const [cities, categories, counties] = await Promise.all([
    largest(server, 'cities'),
    largest(server, 'categories'),
    largest(server, 'counties'),
  ]);
  const both = counties.map((county, index) => `${county}&${categories[index]}`);
  return [
    { name: 'all', queries: [''] },
    { name: 'newest first', queries: ['sort=newest'] },
    { name: 'city', queries: cities },
    { name: 'category', queries: categories },
    { name: 'county and category', queries: both },
    { name: 'q, a word', queries: WORDS.map(search) },
    { name: 'q, two words', queries: TWO_WORDS.map(search) },
    { name: 'q, a slip', queries: TYPOS.map(search) },
    { name: 'q, three letters', queries: BEGINNINGS.map(search) },
    { name: 'radius', queries: around.map((point) => `${point}&radius=10000`) },
    // Only three points, because the last page from each needs a list as long as the directory.
    { name: 'nearest first', queries: around.slice(0, 3).map((point) => `${point}&sort=distance`) },
    { name: 'box', queries: boxes.map((box) => `bbox=${box}`) },
  ];
}

/** Returns the values that match the most businesses. */
async function largest(
  server: DirectoryServer,
  among: 'cities' | 'counties' | 'categories',
): Promise<string[]> {
  return (await choices(server, among)).slice(0, VALUES).map(({ filter }) => filter);
}

function search(text: string): string {
  return `q=${text}`;
}

function words(text: string): string[] {
  return text.trim().split(/\s+/);
}
