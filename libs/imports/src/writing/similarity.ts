import { LRUCache } from 'lru-cache';
import { normalizedStreet } from '#libs/businesses/src/identity/normalized-street.js';
import { distance } from '#libs/geography/src/distance.js';
import { normalizedCity } from '#libs/geography/src/place-names.js';
import { isSlip } from '#libs/text/src/is-slip.js';
import type { CleanBusiness } from '../cleaning/clean-record.js';
import { MAX_TEXTS } from './similar-names.js';

export type Similarity = 'same' | 'perhaps' | 'different';

export type Compared = Pick<
  CleanBusiness,
  'street' | 'city' | 'postalCode' | 'phone' | 'latitude' | 'longitude' | 'precision'
>;

/** Points within this distance, in meters, are the same place. */
const SAME_PLACE = 150;
/**
 * Points farther apart than this, in meters, are different businesses regardless of other values.
 */
export const OTHER_PLACE = 1_000;

/**
 * Compares two records with the same name. Only certain matches are the `same`; matches that need
 * human review are `perhaps`.
 */
export function similarity(a: Compared, b: Compared): Similarity {
  const meters = metersBetween(a, b);
  if (meters !== undefined && meters > OTHER_PLACE) return 'different';
  if (!shareArea(a, b)) return 'different';
  if (haveTwoZips(a, b)) return isOneStreet(a, b) ? 'perhaps' : 'different';
  const isOnePlace = shareExactPoint(a, b);
  const isOnePhone = haveOnePhone(a, b);
  if (a.street !== null && b.street !== null) {
    return similarityOfStreets(a.street, b.street, isOnePlace || isOnePhone);
  }
  if (isOnePhone) return 'same';
  const areTwoPhones = a.phone !== null && b.phone !== null;
  if (isOnePlace) return areTwoPhones ? 'perhaps' : 'same';
  const isOneBare = a.street === b.street && (isBare(a) || isBare(b));
  return isOneBare ? 'same' : 'perhaps';
}

/** Reports whether both have a ZIP code and the codes differ. */
export function haveTwoZips(
  a: Pick<Compared, 'postalCode'>,
  b: Pick<Compared, 'postalCode'>,
): boolean {
  return a.postalCode !== null && b.postalCode !== null && a.postalCode !== b.postalCode;
}

/**
 * Reports whether two records with similar names are certainly at the same location: same street
 * and house number, same phone, or same point.
 */
export function shareSpot(a: Compared, b: Compared): boolean {
  if (haveTwoZips(a, b) || !shareArea(a, b)) return false;
  if (a.street !== null && b.street !== null) {
    return houseNumber(a.street) !== undefined && isOneStreet(a, b);
  }
  if (a.phone !== null && b.phone !== null) return a.phone === b.phone;
  return shareExactPoint(a, b);
}

/**
 * Reports whether two records with different names may be at the same location: like `shareSpot`,
 * but the streets may have a typo, or lack a direction or unit.
 */
export function mayShareSpot(a: Compared, b: Compared): boolean {
  return shareExactPoint(a, b) || (shareArea(a, b) && mayBeOneStreet(a, b));
}

function mayBeOneStreet(a: Compared, b: Compared): boolean {
  if (a.street === null || b.street === null) return false;
  if (houseNumber(a.street) !== houseNumber(b.street)) return false;
  const one = comparableStreet(a.street);
  const other = comparableStreet(b.street);
  return one.startsWith(other) || other.startsWith(one) || isSlip(one, other, 0);
}

/** Reports whether both have one phone number and are in one ZIP code or city. */
export function sharePhone(a: Compared, b: Compared): boolean {
  return haveOnePhone(a, b) && shareArea(a, b);
}

/** Reports whether both have the same phone number. */
export function haveOnePhone(a: Pick<Compared, 'phone'>, b: Pick<Compared, 'phone'>): boolean {
  return a.phone !== null && a.phone === b.phone;
}

/** Reports whether the exact points of both are the same place. */
export function shareExactPoint(a: Compared, b: Compared): boolean {
  const meters = metersBetween(a, b);
  return meters !== undefined && meters <= SAME_PLACE;
}

/** Reports whether both have the same house number and street. */
export function isOneStreet(a: Compared, b: Compared): boolean {
  if (a.street === null || b.street === null) return false;
  return (
    houseNumber(a.street) === houseNumber(b.street) &&
    comparableStreet(a.street) === comparableStreet(b.street)
  );
}

/**
 * Compares two streets. Different house numbers mean different branches; different spellings of
 * the street may not.
 */
function similarityOfStreets(a: string, b: string, elseAgree: boolean): Similarity {
  const numberA = houseNumber(a);
  const numberB = houseNumber(b);
  // Check before normalizing the streets, which is slow for a thousand namesakes in a batch.
  if (numberA && numberB && numberA !== numberB) return 'different';
  if (comparableStreet(a) === comparableStreet(b)) return 'same';
  if (numberA !== numberB) return 'different';
  return elseAgree ? 'same' : 'perhaps';
}

/** Normalizes a street for comparison, with one name for each numbered road: `County Rd. #5` is `CR 5`. */
export function comparableStreet(street: string): string {
  return comparableStreets.memo(street);
}

const comparableStreets = new LRUCache<string, string>({
  max: MAX_TEXTS,
  memoMethod: (street) =>
    normalizedStreet(street)
      .replace(/\b(?:(?:county|cnty|cty|co) (?:state aid )?(?:rd|hwy)|csah|cr) (?=\d)/, 'cr ')
      .replace(/\b(?:(?:us|mn|state|trunk) hwy|us|mn|th) (?=\d)/, 'hwy '),
});

export function houseNumber(street: string): string | undefined {
  return /^\d+/.exec(street)?.[0];
}

/** Reports whether both are in the same ZIP code or the same city. */
export function shareArea(a: Compared, b: Compared): boolean {
  if (a.postalCode !== null && a.postalCode === b.postalCode) return true;
  if (a.city === null || b.city === null) return false;
  return a.city === b.city || normalizedCity(a.city) === normalizedCity(b.city);
}

/**
 * Reports whether a record has no street, phone or exact point that could contradict another
 * record.
 */
function isBare({ street, phone, precision }: Compared): boolean {
  return street === null && phone === null && precision !== 'exact';
}

/** Returns the distance between two exact points; undefined if one of the points is not exact. */
export function metersBetween(a: Compared, b: Compared): number | undefined {
  if (a.precision !== 'exact' || b.precision !== 'exact') return undefined;
  return distance(
    { latitude: a.latitude!, longitude: a.longitude! },
    { latitude: b.latitude!, longitude: b.longitude! },
  );
}
