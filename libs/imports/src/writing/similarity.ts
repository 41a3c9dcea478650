import { normalisedStreet } from '#libs/businesses/src/identity/normalised-street.js';
import { distance } from '#libs/geography/src/distance.js';
import { normalisedCity } from '#libs/geography/src/place-names.js';
import type { CleanBusiness } from '../cleaning/clean-record.js';

export type Similarity = 'same' | 'perhaps' | 'different';

type Compared = Pick<
  CleanBusiness,
  'street' | 'city' | 'postalCode' | 'phone' | 'latitude' | 'longitude' | 'precision'
>;

/** Closer than this, two points are one place; in metres. */
const SAME_PLACE = 150;
/** Farther than this, they are two, whatever else agrees. */
const OTHER_PLACE = 1_000;

/**
 * Whether two records of one name are one business. Only what cannot well be otherwise is the
 * `same`; what a person would have to look at is `perhaps`.
 */
export function similarity(a: Compared, b: Compared): Similarity {
  const metres = metresBetween(a, b);
  if (metres !== undefined && metres > OTHER_PLACE) return 'different';
  if (!shareArea(a, b)) return 'different';
  if (haveTwoZips(a, b)) return isOneStreet(a, b) ? 'perhaps' : 'different';
  const isOnePlace = metres !== undefined && metres <= SAME_PLACE;
  const isOnePhone = a.phone !== null && a.phone === b.phone;
  if (a.street !== null && b.street !== null) {
    return similarityOfStreets(a.street, b.street, isOnePlace || isOnePhone);
  }
  if (isOnePhone) return 'same';
  const areTwoPhones = a.phone !== null && b.phone !== null;
  if (isOnePlace) return areTwoPhones ? 'perhaps' : 'same';
  const isOneBare = a.street === b.street && (isBare(a) || isBare(b));
  return isOneBare ? 'same' : 'perhaps';
}

/** Whether both say their ZIP code, and not the same one. */
export function haveTwoZips(
  a: Pick<Compared, 'postalCode'>,
  b: Pick<Compared, 'postalCode'>,
): boolean {
  return a.postalCode !== null && b.postalCode !== null && a.postalCode !== b.postalCode;
}

/**
 * Whether two records of similar names stand at one place for certain: one street and house number,
 * one phone, or one point.
 */
export function shareSpot(a: Compared, b: Compared): boolean {
  if (haveTwoZips(a, b) || !shareArea(a, b)) return false;
  if (a.street !== null && b.street !== null) {
    return houseNumber(a.street) !== undefined && isOneStreet(a, b);
  }
  if (a.phone !== null && b.phone !== null) return a.phone === b.phone;
  const metres = metresBetween(a, b);
  return metres !== undefined && metres <= SAME_PLACE;
}

function isOneStreet(a: Compared, b: Compared): boolean {
  if (a.street === null || b.street === null) return false;
  return (
    houseNumber(a.street) === houseNumber(b.street) &&
    comparableStreet(a.street) === comparableStreet(b.street)
  );
}

/** Another house number is another branch; another spelling of the street may not be. */
function similarityOfStreets(a: string, b: string, elseAgree: boolean): Similarity {
  const [numberA, numberB] = [houseNumber(a), houseNumber(b)];
  // Before the streets are normalised, which takes long for a thousand namesakes in a batch.
  if (numberA && numberB && numberA !== numberB) return 'different';
  if (comparableStreet(a) === comparableStreet(b)) return 'same';
  if (numberA !== numberB) return 'different';
  return elseAgree ? 'same' : 'perhaps';
}

/** Normalizes a street for comparison, with one name for each numbered road: `County Rd. #5` is `CR 5`. */
export function comparableStreet(street: string): string {
  return normalisedStreet(street)
    .replace(/\b(?:(?:county|cnty|cty|co) (?:state aid )?(?:rd|hwy)|csah|cr) (?=\d)/, 'cr ')
    .replace(/\b(?:(?:us|mn|state|trunk) hwy|us|mn|th) (?=\d)/, 'hwy ');
}

function houseNumber(street: string): string | undefined {
  return /^\d+/.exec(street)?.[0];
}

function shareArea(a: Compared, b: Compared): boolean {
  if (a.postalCode !== null && a.postalCode === b.postalCode) return true;
  if (a.city === null || b.city === null) return false;
  return a.city === b.city || normalisedCity(a.city) === normalisedCity(b.city);
}

/** Says nothing of where in its city it is, nor how to call it: there is nothing to contradict. */
function isBare({ street, phone, precision }: Compared): boolean {
  return street === null && phone === null && precision !== 'exact';
}

function metresBetween(a: Compared, b: Compared): number | undefined {
  if (a.precision !== 'exact' || b.precision !== 'exact') return undefined;
  return distance(
    { latitude: a.latitude!, longitude: a.longitude! },
    { latitude: b.latitude!, longitude: b.longitude! },
  );
}
