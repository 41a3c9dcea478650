import { normalizedCity } from '#libs/geography/src/place-names.js';
import { comparableStreet } from './similarity.js';

const EXACTNESS = { city: 1, postalCode: 2, exact: 3 };

export interface Location {
  latitude: number;
  longitude: number;
  precision: keyof typeof EXACTNESS;
}

/**
 * Address and point of a business. They form one value, so parts of different places are never
 * mixed.
 */
export interface PlaceValues {
  street?: string;
  unit?: string;
  city?: string;
  county?: string;
  postalCode?: string;
  location?: Location;
}

export const PLACE_FIELDS: readonly string[] = Object.keys({
  street: true,
  unit: true,
  city: true,
  county: true,
  postalCode: true,
  location: true,
} satisfies Record<keyof PlaceValues, true>);

const SERIALIZED = [...PLACE_FIELDS, 'latitude', 'longitude', 'precision'];

export function isPlaceField(field: string): boolean {
  return PLACE_FIELDS.includes(field);
}

/** Extracts the place from the values of a row or business. */
export function placeOf(values: object): PlaceValues {
  return Object.fromEntries(Object.entries(values).filter(([field]) => isPlaceField(field)));
}

/**
 * Reports whether two places have different addresses. Another spelling of a street is the same
 * address, and so is another ZIP code for one street of one city.
 */
export function contradicts(one: PlaceValues, other: PlaceValues): boolean {
  const haveStreets = one.street !== undefined && other.street !== undefined;
  if (haveStreets && !isOneStreet(one.street!, other.street!)) return true;
  const haveZips = one.postalCode !== undefined && other.postalCode !== undefined;
  const isOneZip = haveZips && one.postalCode === other.postalCode;
  if (one.city !== undefined && other.city !== undefined) {
    if (normalizedCity(one.city) !== normalizedCity(other.city)) return !isOneZip;
  }
  return haveZips && !isOneZip && !haveStreets;
}

/** Fills the missing parts of a place from another one, unless their addresses differ. */
export function completedBy(place: PlaceValues, other: PlaceValues): PlaceValues {
  if (Object.keys(place).length === 0) return other;
  if (contradicts(place, other)) return place;
  const location = moreExact(place.location, other.location);
  return { ...other, ...place, ...(location && { location }) };
}

/**
 * Reports whether two descriptions are of one address, suite and ZIP code, however the street is
 * spelled.
 */
export function isOnePlace(one: PlaceValues, other: PlaceValues): boolean {
  const differsIn = (field: 'unit' | 'postalCode') =>
    one[field] !== undefined && other[field] !== undefined && one[field] !== other[field];
  return !contradicts(one, other) && !differsIn('unit') && !differsIn('postalCode');
}

/** Returns the more exact of two places, or else the longer one, regardless of argument order. */
export function betterPlace(one: PlaceValues, other: PlaceValues): PlaceValues {
  // Fixed property order: the database returns properties in a different order than a newly read
  // row.
  const a = JSON.stringify(one, SERIALIZED);
  const b = JSON.stringify(other, SERIALIZED);
  const difference =
    exactnessOf(other.location) - exactnessOf(one.location) ||
    b.length - a.length ||
    (b < a ? 1 : -1);
  return difference > 0 ? other : one;
}

export function exactnessOf(location: Location | undefined): number {
  return location ? EXACTNESS[location.precision] : 0;
}

/** Returns the first location unless the other is more exact. */
export function moreExact(location: Location | undefined, other: Location | undefined) {
  return exactnessOf(other) > exactnessOf(location) ? other : location;
}

/**
 * Reports whether two spellings mean the same street. One may have extra words: `12 Main St`
 * matches `12 Main St N`.
 */
function isOneStreet(one: string, other: string): boolean {
  const [short, long] = [one, other]
    .map((street) => comparableStreet(street).split(' '))
    .sort((a, b) => a.length - b.length) as [string[], string[]];
  return short.every((word) => long.includes(word));
}
