import { slugify } from '#libs/text/src/identifiers.js';
import { countyAt } from '#libs/geography/src/counties.js';
import type { Point } from '#libs/geography/src/distance.js';
import { type PostalArea, postalAreas } from '#libs/geography/src/postal-codes.js';
import { Random } from './random.js';
import { FIRST_WORDS, HOURS, SECOND_WORDS, STREETS, SURNAMES, TRADES } from './vocabulary.js';

/** Maximum distance from the center of the ZIP area in degrees, about 2 km. */
const SPREAD = 0.02;

/**
 * Generates fictional businesses in real Minnesota places, the same for the same seed. Phone
 * numbers are reserved (555-0100 to 555-0199), and web addresses are under example.com.
 */
export function* fictionalBusinesses(size: number, seed: number): Generator<object> {
  const random = new Random(seed);
  const areas = [...postalAreas().values()];
  for (let i = 0; i < size; i++) yield fictionalBusiness(random, random.pick(areas));
}

function fictionalBusiness(random: Random, area: PostalArea): object {
  const [category, words] = random.pick(TRADES);
  const name = nameOf(random, random.pick(words));
  const point = pointIn(random, area);
  // An area may span counties.
  const county = countyAt(point.latitude, point.longitude) ?? area.county;
  const host = `${slugify(name)}.example.com`;
  return {
    name,
    category,
    description: `${category} in ${area.city}, ${county} County. Fictional.`,
    street: `${random.integer(1, 9_999)} ${random.pick(STREETS)}`,
    city: area.city,
    county,
    state: 'MN',
    postalCode: area.postalCode,
    latitude: point.latitude,
    longitude: point.longitude,
    phone: `${areaCode(area)}-555-01${String(random.integer(0, 99)).padStart(2, '0')}`,
    email: random.chance(0.5) ? `hello@${host}` : null,
    website: random.chance(0.7) ? `https://${host}` : null,
    hours: random.chance(0.8) ? random.pick(HOURS) : null,
    established: random.chance(0.6) ? `${random.integer(1900, 2025)}-01-01` : null,
  };
}

function nameOf(random: Random, trade: string): string {
  if (random.chance(0.2)) return `${random.pick(SURNAMES)} & ${random.pick(SURNAMES)} ${trade}`;
  if (random.chance(0.2)) return `${random.pick(SURNAMES)} ${trade}`;
  return `${random.pick(FIRST_WORDS)} ${random.pick(SECOND_WORDS)} ${trade}`;
}

/** Returns a random point in the area, within the state. */
function pointIn(random: Random, { latitude, longitude }: PostalArea): Point {
  const point = { latitude: near(random, latitude), longitude: near(random, longitude) };
  return countyAt(point.latitude, point.longitude) ? point : { latitude, longitude };
}

function near(random: Random, degrees: number): number {
  return Number((degrees + (random.next() - 0.5) * 2 * SPREAD).toFixed(6));
}

/** Returns the main telephone area code of a region. */
function areaCode({ county, latitude, longitude }: PostalArea): string {
  const inMetro = METRO[county];
  if (inMetro) return inMetro;
  if (latitude < 44.4) return '507';
  return latitude > 46 || longitude < -96 ? '218' : '320';
}

const METRO: Record<string, string> = {
  Anoka: '763',
  Carver: '952',
  Dakota: '651',
  Hennepin: '612',
  Ramsey: '651',
  Scott: '952',
  Washington: '651',
};
