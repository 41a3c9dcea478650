import { hash } from 'node:crypto';
import { matchKey, normalizedName } from '#libs/businesses/src/identity/match-key.js';
import { identifierText, SCHEMES } from '#libs/businesses/src/record/identifiers.js';
import { placeSlug } from '#libs/geography/src/place-names.js';
import type { CleanBusiness } from '../cleaning/clean-record.js';
import type { Note } from '../cleaning/notes.js';
import { houseNumber } from './similarity.js';

/** Number of leading letters compared to find similar names. */
export const BEGINNING = 4;

/** Maximum number of businesses considered per place: see `placesOf`. */
export const MAX_NEIGHBORS = 500;

/** Returns the first letters of a normalized name without "and", for which others write "&". */
export function beginningOf(name: string): string {
  return normalizedName(name).replaceAll(' and ', ' ').slice(0, BEGINNING);
}

/**
 * Returns keys that a business shares with its possible duplicates under other names: the first
 * letters of its name in its ZIP code (or city), and its house number and phone number in both.
 */
export function placesOf(business: Place, beginning = beginningOf(business.name)): string[] {
  const { postalCode, street, phone } = business;
  const city = business.city && placeSlug(business.city);
  const number = street ? houseNumber(street) : undefined;
  return [
    `${postalCode ?? city}|${beginning}`,
    ...[postalCode, city].flatMap((area) =>
      area ? [number, phone].flatMap((spot) => (spot ? [`${area}#${spot}`] : [])) : [],
    ),
  ];
}

type Place = Pick<CleanBusiness, 'name' | 'street' | 'city' | 'postalCode' | 'phone'>;

/** A cleaned row with its keys for matching. */
export interface Candidate {
  row: CleanBusiness;
  /** Row id from the source's id column, if it has one. */
  key?: string;
  /** Identity: see `matchKey`. */
  matchKey: string;
  /** First part of the identity: the normalized name. */
  nameKey: string;
  /** First letters of the name: see `beginningOf`. */
  beginning: string;
  /** Keys shared with businesses that may be the same: see `placesOf`. */
  places: readonly string[];
  /** Line of the file where the row begins. */
  line: number;
  /** Values whose columns are blank (see `blankValues`), and lists that the row states to be empty. */
  blank: readonly string[];
  /** Digest of the whole row, used to detect rows imported before. */
  digest: string;
  /** Row before cleaning; undefined if the result depends on the day. */
  cleanedFrom?: { rawDigest: string; notes: readonly Note[] };
}

type Read = Pick<Candidate, 'row' | 'key' | 'line' | 'cleanedFrom'> &
  Partial<Pick<Candidate, 'blank'>>;

export function toCandidate({ row, blank = [], ...read }: Read): Candidate {
  const identity = identityOf(row);
  const nameKey = identity.split('|', 1)[0]!;
  const beginning = beginningOf(row.name);
  const digest = digestOf(blank.length > 0 ? { row, blank } : row);
  const places = placesOf(row, beginning);
  return { ...read, row, blank, matchKey: identity, nameKey, beginning, places, digest };
}

/** Returns the identities that a row may get: see `BatchPlan`. */
export function identitiesOf({ matchKey, row }: Candidate): string[] {
  return row.postalCode ? [matchKey, `${matchKey}|${row.postalCode}`] : [matchKey];
}

/** Returns the identifiers that no other business has, such as `osm:node/123`. */
export function uniqueIdentifiersOf({ identifiers }: Pick<CleanBusiness, 'identifiers'>): string[] {
  return identifiers.filter(({ scheme }) => SCHEMES[scheme].isUnique).map(identifierText);
}

/** Returns a digest used to detect rows or values imported before. */
export function digestOf(content: object): string {
  return hash('sha256', JSON.stringify(content), 'base64url').slice(0, 16);
}

/** Returns the `matchKey` of a business. The center of an area doesn't count as a location. */
export function identityOf(business: Omit<CleanBusiness, 'status'>): string {
  const isExact = business.precision === 'exact';
  return matchKey(isExact ? business : { ...business, latitude: null, longitude: null });
}
