import { cityAround, cityCenter, cityNamed, REACH_OF_CITY } from '#libs/geography/src/cities.js';
import { mayBeIn, mayReachInto } from '#libs/geography/src/counties.js';
import { distance } from '#libs/geography/src/distance.js';
import { completePlace, type Place } from '#libs/geography/src/place.js';
import { isFarFrom, postalAreas } from '#libs/geography/src/postal-codes.js';
import type { Note } from './notes.js';

/** Notes on dropped parts of a place. */
const CONTRADICTED = {
  postalCode: 'zipContradicted',
  city: 'cityContradicted',
  point: 'coordinatesContradicted',
  county: 'countyContradicted',
} as const satisfies Record<string, Note>;

const NO_POINT = { latitude: null, longitude: null, precision: null };

/**
 * Completes a business's place. Compares its ZIP code, city and point: a value that contradicts
 * the two others is dropped. If only two are known and they disagree, the one that matches the
 * county is kept, or else the city, or else the ZIP code. The county is derived from the point.
 *
 * @returns notes about the row
 */
export function locate(business: Place): Note[] {
  const notes: Note[] = [];
  const drop = (part: keyof typeof CONTRADICTED) => {
    Object.assign(business, part === 'point' ? NO_POINT : { [part]: null });
    notes.push(CONTRADICTED[part]);
  };
  const wrong = outvoted(business);
  if (wrong) drop(wrong);
  if (isCountyWrong(business)) drop('county');
  if (business.city === null) {
    business.city = derivedCity(business) ?? null;
    if (business.city && !notes.includes('cityContradicted')) notes.push('cityDerived');
    if (!business.city && pointOf(business)) notes.push('cityUncertain');
  }
  Object.assign(business, completePlace(business).place);
  return notes;
}

type Witness = 'postalCode' | 'city' | 'point';

function outvoted(place: Place): Witness | undefined {
  const { county } = place;
  const point = pointOf(place);
  const area = areaOf(place);
  const center = place.city === null ? undefined : cityCenter(place.city);
  const hasCounty = () =>
    point && county !== null && mayBeIn(county, point.latitude, point.longitude);
  const isPointInCity = point && center && distance(center, point) <= REACH_OF_CITY;
  const isZipInCity =
    area && center && (cityNamed(area.city)?.center === center || !isFarFrom(area, center));
  if (point && area) {
    const agree = !isFarFrom(area, point);
    if (agree) return isPointInCity === false && isZipInCity === false ? 'city' : undefined;
    if (isPointInCity !== isZipInCity) return isPointInCity ? 'postalCode' : 'point';
    return hasCounty() && county !== area.county ? 'postalCode' : 'point';
  }
  if (isZipInCity === false) return county === area!.county ? 'city' : 'postalCode';
  if (isPointInCity === false) return hasCounty() ? 'city' : 'point';
  return undefined;
}

/**
 * Reports whether the county is wrong. Areas and cities may span counties, so a county is only
 * wrong if it is far from both.
 */
function isCountyWrong(place: Place): boolean {
  const { county } = place;
  if (county === null) return false;
  const point = pointOf(place);
  if (point) return !mayBeIn(county, point.latitude, point.longitude);
  const middles = [areaOf(place), place.city === null ? undefined : cityCenter(place.city)];
  const known = middles.filter((middle) => middle !== undefined);
  return known.length > 0 && known.every((middle) => !mayReachInto(county, middle));
}

function derivedCity(place: Place): string | undefined {
  const area = areaOf(place);
  if (area) return cityNamed(area.city)?.name;
  const point = pointOf(place);
  return point && cityAround(point)?.name;
}

function areaOf({ postalCode }: Place) {
  return postalCode === null ? undefined : postalAreas().get(postalCode);
}

function pointOf({ latitude, longitude }: Place) {
  return latitude === null || longitude === null ? undefined : { latitude, longitude };
}
