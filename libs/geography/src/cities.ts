import { distance as slips } from 'fastest-levenshtein';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PROJECT_ROOT } from '#libs/config/src/project-root.js';
import { plainText } from '#libs/text/src/plain-text.js';
import { distance, type Point } from './distance.js';
import { placeSlug } from './place-names.js';
import { postalAreas } from './postal-codes.js';

/** A city of Minnesota, and its middle where that is known. */
export interface City {
  name: string;
  centre?: Point;
}

/** A point farther than this from the middle of a city, in metres, is hardly in it. */
export const REACH_OF_CITY = 50_000;

/** The cities that no post office is called after, with their middles as far as GeoNames has them. */
const FILE = join(PROJECT_ROOT, 'libs/geography/data/cities.csv');

/**
 * Cities of Minnesota that have a larger namesake in another state: their name alone says little.
 */
// prettier-ignore
const NAMESAKES_ELSEWHERE = new Set([
  'Albany', 'Alexandria', 'Aurora', 'Austin', 'Bloomington', 'Buffalo', 'Cambridge', 'Canton',
  'Cleveland', 'Clinton', 'Columbus', 'Dayton', 'Dover', 'Euclid', 'Fairfax', 'Farmington',
  'Franklin', 'Garfield', 'Georgetown', 'Glenwood', 'Grant', 'Hampton', 'Henderson', 'Houston',
  'Independence', 'Jackson', 'Jasper', 'Kent', 'Lafayette', 'Lancaster', 'Lansing', 'Lewiston',
  'Lexington', 'Madison', 'Medford', 'Medina', 'Milan', 'Montrose', 'Norwood', 'Odessa',
  'Princeton', 'Richmond', 'Rochester', 'Rockford', 'Roseville', 'Springfield', 'Stockton',
  'Victoria', 'Warren', 'Watertown', 'Westbrook',
]);

/** Spelled out as the Geographic Names Information System does, where a city has one spelling. */
const ABBREVIATIONS: Record<string, string> = {
  st: 'saint',
  ste: 'sainte',
  ft: 'fort',
  mt: 'mount',
  n: 'north',
  no: 'north',
  s: 'south',
  so: 'south',
  e: 'east',
  w: 'west',
  hts: 'heights',
  ctr: 'center',
  pk: 'park',
  spgs: 'springs',
  spg: 'spring',
  lk: 'lake',
  intl: 'international',
};

/** Names that people use for a city, and names of what is round about it. */
const NICKNAMES: Record<string, string> = {
  mpls: 'minneapolis',
  slp: 'saintlouispark',
  mountiron: 'mountainiron',
};

/** With fewer letters than this, names are too like each other to guess at. */
const GUESS_FROM = 8;

let cities: ReadonlyMap<string, City> | undefined;
let slugs: ReadonlyMap<string, string> | undefined;

/** The names of Minnesota's cities by their slugs: of those with a post office, and of further ones. */
export function minnesotaCities(): ReadonlyMap<string, string> {
  return (slugs ??= new Map(Array.from(byKey().values(), ({ name }) => [placeSlug(name), name])));
}

/** The city that a text names, in one of its spellings; undefined where Minnesota has none such. */
export function cityNamed(text: string): City | undefined {
  const key = keyOf(text);
  return byKey().get(NICKNAMES[key] ?? key);
}

/** The city that a text with one letter wrong means, where it can be no other. */
export function cityMisspelled(text: string): City | undefined {
  const key = keyOf(text);
  if (key.length < GUESS_FROM) return undefined;
  const near = [...byKey()].filter(
    ([other]) => Math.abs(other.length - key.length) < 2 && slips(other, key) === 1,
  );
  return near.length === 1 ? near[0]![1] : undefined;
}

/** Whether a city's name alone tells that Minnesota's is meant, rather than a larger namesake. */
export function isMinnesotasAlone({ name }: City): boolean {
  return !NAMESAKES_ELSEWHERE.has(name);
}

/** A name with its abbreviations spelled out: "W. St. Paul" is "West Saint Paul". */
export function spelledOut(name: string): string {
  return name
    .split(' ')
    .map((word) => {
      const whole = ABBREVIATIONS[word.toLowerCase().replace(/\.$/, '')];
      return whole ? whole.charAt(0).toUpperCase() + whole.slice(1) : word;
    })
    .join(' ');
}

/** The middle of a city: the mean of its ZIP codes' points, or else the city's own. */
export function cityCentre(name: string): Point | undefined {
  return cityNamed(name)?.centre;
}

/** The city whose middle is nearest to a point, unless that is farther than some metres. */
export function cityNear(point: Point, metres: number): City | undefined {
  let [nearest, least]: [City | undefined, number] = [undefined, metres];
  for (const city of byKey().values()) {
    const away = city.centre ? distance(city.centre, point) : Infinity;
    if (away < least) [nearest, least] = [city, away];
  }
  return nearest;
}

/** A name as it compares: spelled out, without spaces ("Mc Gregor") and what kind of place it is. */
function keyOf(name: string): string {
  return plainText(name)
    .replace(/^(?:city|town|township|village) of /, '')
    .replace(/ (?:twp|township)$/, '')
    .split(' ')
    .map((word) => ABBREVIATIONS[word] ?? word)
    .join('')
    .replace(/centre$/, 'center');
}

function byKey(): ReadonlyMap<string, City> {
  return (cities ??= new Map([
    ...withoutPostOffice().map((city) => [keyOf(city.name), city] as const),
    ...withPostOffice().map((city) => [keyOf(city.name), city] as const),
  ]));
}

function withoutPostOffice(): City[] {
  const lines = readFileSync(FILE, 'utf8').trimEnd().split('\n').slice(1);
  return lines.map((line) => {
    const [name = '', latitude, longitude] = line.split(',');
    if (!latitude) return { name };
    return { name, centre: { latitude: Number(latitude), longitude: Number(longitude) } };
  });
}

function withPostOffice(): City[] {
  const sums = new Map<string, Point & { count: number }>();
  for (const { city, latitude, longitude } of postalAreas().values()) {
    const sum = sums.get(city) ?? { latitude: 0, longitude: 0, count: 0 };
    sums.set(city, {
      latitude: sum.latitude + latitude,
      longitude: sum.longitude + longitude,
      count: sum.count + 1,
    });
  }
  const mean = (sum: number, count: number) => Number((sum / count).toFixed(5));
  return Array.from(sums, ([name, { latitude, longitude, count }]) => ({
    name,
    centre: { latitude: mean(latitude, count), longitude: mean(longitude, count) },
  }));
}
