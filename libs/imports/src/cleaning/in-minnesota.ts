import { cityNamed, isMinnesotasAlone } from '#libs/geography/src/cities.js';
import { countyAt, countyAtExactly } from '#libs/geography/src/counties.js';
import type { Point } from '#libs/geography/src/distance.js';
import { isMinnesotaPostalCode } from '#libs/geography/src/postal-codes.js';
import { excerpt } from '#libs/text/src/excerpt.js';
import type { Note } from './notes.js';

/** Location stated by a row; null for unknown parts. */
export interface StatedPlace {
  country: string | null;
  state: string | null;
  postalCode: string | null;
  city: string | null;
  /** `elsewhere` is a point that isn't even near Minnesota. */
  point: Point | 'elsewhere' | null;
}

type Verdict =
  { rejected: string } | { postalCode: string | null; point: Point | null; notes: Note[] };

/** Postal abbreviation, name or FIPS 5-2 number of the state. */
const MINNESOTA = /^(?:mn\.?|minn\.?|minnesota(?: \(mn\))?|mn - minnesota|us-mn|27)$/i;
const UNITED_STATES = /^(?:u\.?s\.?(?:a\.?)?|united states(?: of america| \(usa?\))?)$/i;

export function isMinnesota(state: string): boolean {
  return MINNESOTA.test(state);
}

/**
 * Decides whether a row is in Minnesota: by its state, its ZIP code, a point inside the state's
 * outline, or, without any of these, a city name unique to the state. Drops a ZIP code or point
 * elsewhere if the other values show Minnesota. The outline is simplified, so if the state is
 * given, points up to 3 km outside are accepted.
 */
export function judgePlace({ country, state, postalCode, city, point }: StatedPlace): Verdict {
  if (country && !UNITED_STATES.test(country)) return elsewhere(country);
  if (state && !isMinnesota(state)) return elsewhere(state);
  const known = city === null ? undefined : cityNamed(city);
  const isUnknownCity = city !== null && !known;
  const isZipHere = postalCode !== null && isMinnesotaPostalCode(postalCode);
  const inside =
    point !== null && point !== 'elsewhere' && isWithin(point, countyAtExactly) && point;
  const near =
    inside || (state && point && point !== 'elsewhere' && isWithin(point, countyAt) && point);
  const notes: Note[] = [];

  if (postalCode && !isZipHere) {
    const isShown = state ? !isUnknownCity || inside : known && inside;
    if (!isShown) {
      const place = [quote(city), postalCode].filter(Boolean).join(' ');
      return { rejected: `Its ZIP is not Minnesota's: ${place}.` };
    }
    notes.push('zipElsewhere');
  }
  if (point && !near) {
    if (!state && (!isZipHere || isUnknownCity)) return { rejected: POINT_ELSEWHERE };
    notes.push('coordinatesElsewhere');
  }
  if (!state && !isZipHere && !inside) {
    if (city === null) return { rejected: NOTHING_SHOWS };
    if (!known || !isMinnesotasAlone(known)) {
      return { rejected: `${NOTHING_SHOWS} Its city alone, ${quote(city)}, does not tell.` };
    }
    notes.push('cityAlone');
  }
  return { postalCode: isZipHere ? postalCode : null, point: near || null, notes };
}

const POINT_ELSEWHERE = 'Its coordinates are outside Minnesota.';
const NOTHING_SHOWS =
  'Nothing shows that it is in Minnesota. Give its state, its ZIP code or its coordinates.';

function isWithin({ latitude, longitude }: Point, county: typeof countyAt): boolean {
  return county(latitude, longitude) !== undefined;
}

function elsewhere(place: string): Verdict {
  return { rejected: `It is in ${quote(place)}, not Minnesota.` };
}

function quote(text: string | null): string {
  return excerpt(text ?? '', 40);
}
