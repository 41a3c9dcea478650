import { distance as slips } from 'fastest-levenshtein';
import { readDataFile } from './data-file.js';
import { distance, type Point } from './distance.js';
import { plainPlace, placeSlug } from './place-names.js';
import { postalAreas } from './postal-codes.js';

/** City in Minnesota with its center, if known. */
export interface City {
  name: string;
  center?: Point;
}

/** Distance from the center of a city, in meters, beyond which a point is probably not in it. */
export const REACH_OF_CITY = 50_000;

/** Distance from a center, in meters, from which a point is not near it. */
const FAR = 15_000;
/** Factor by which every other city must be farther from a point than the city it is in. */
const MARGIN = 2;

/**
 * Cities in Minnesota that share their name with a larger city in another state, so that the name
 * alone is ambiguous.
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

/** Nicknames of cities and common misnomers, by normalized key. */
const NICKNAMES = new Map(
  Object.entries({
    slp: 'saintlouispark',
    mountiron: 'mountainiron',
  }),
);

/** Minimum length for spelling correction. Shorter names are too similar to each other. */
const GUESS_FROM = 8;

let cities: ReadonlyMap<string, City> | undefined;
let slugs: ReadonlyMap<string, string> | undefined;
let pins: readonly { city: City; center: Point }[] | undefined;

/** Returns the names of all cities in Minnesota by slug, with and without a post office. */
export function minnesotaCities(): ReadonlyMap<string, string> {
  return (slugs ??= new Map(Array.from(byKey().values(), ({ name }) => [placeSlug(name), name])));
}

/**
 * Returns the city named by a text in any known spelling, or undefined if Minnesota has no such
 * city.
 */
export function cityNamed(text: string): City | undefined {
  const key = keyOf(text);
  return byKey().get(NICKNAMES.get(key) ?? key);
}

/** Returns the slug of the city that `cityNamed` finds. */
export function citySlug(text: string): string | undefined {
  const city = cityNamed(text);
  return city && placeSlug(city.name);
}

/**
 * Returns the city meant by a text with one wrong letter, or undefined if there is none or several
 * match.
 */
export function cityMisspelled(text: string): City | undefined {
  const key = keyOf(text);
  if (key.length < GUESS_FROM) return undefined;
  const near = [...byKey()].filter(
    ([other]) => Math.abs(other.length - key.length) < 2 && slips(other, key) === 1,
  );
  return near.length === 1 ? near[0]![1] : undefined;
}

/**
 * Reports whether the name of a city identifies it without a state, because no larger city
 * elsewhere shares it.
 */
export function isMinnesotasAlone({ name }: City): boolean {
  return !NAMESAKES_ELSEWHERE.has(name);
}

/** Returns the center of a city: the mean of the points of its ZIP codes, or else its own point. */
export function cityCenter(name: string): Point | undefined {
  return cityNamed(name)?.center;
}

/**
 * Returns the city around a point: the one with the nearest center, or the nearest center of a ZIP
 * area. Returns undefined if that is uncertain, because it is `FAR` away, or another city is less
 * than `MARGIN` times as far.
 */
export function cityAround(point: Point): City | undefined {
  const byDistance = centers()
    .map(({ city, center }) => ({ city, meters: distance(center, point) }))
    .filter(({ meters }) => meters < MARGIN * FAR)
    .sort((a, b) => a.meters - b.meters);
  const [nearest] = byDistance;
  if (!nearest || nearest.meters >= FAR) return undefined;
  const other = byDistance.find(({ city }) => city !== nearest.city);
  return other && other.meters < MARGIN * nearest.meters ? undefined : nearest.city;
}

/** Returns the centers of all cities and of all their ZIP areas. */
function centers(): readonly { city: City; center: Point }[] {
  return (pins ??= [
    ...[...byKey().values()].flatMap((city) =>
      city.center ? [{ city, center: city.center }] : [],
    ),
    ...Array.from(postalAreas().values(), (area) => ({
      city: cityNamed(area.city)!,
      center: area,
    })),
  ]);
}

/**
 * Normalizes a name for comparison: spelled out, without spaces ("Mc Gregor") and without the type
 * of place.
 */
function keyOf(name: string): string {
  return plainPlace(name)
    .replace(/^(?:city|town|township|village) of /, '')
    .replace(/ (?:twp|township)$/, '')
    .replaceAll(' ', '')
    .replace(/centre$/, 'center');
}

function byKey(): ReadonlyMap<string, City> {
  return (cities ??= new Map([
    ...withoutPostOffice().map((city) => [keyOf(city.name), city] as const),
    ...withPostOffice().map((city) => [keyOf(city.name), city] as const),
  ]));
}

/** Returns cities without a post office of their name, with centers from GeoNames if available. */
function withoutPostOffice(): City[] {
  return readDataFile('cities.csv').map(([name = '', latitude, longitude]) => {
    if (!latitude) return { name };
    return { name, center: { latitude: Number(latitude), longitude: Number(longitude) } };
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
    center: { latitude: mean(latitude, count), longitude: mean(longitude, count) },
  }));
}
