import { createHash } from 'node:crypto';
import { matchKey } from '#libs/businesses/src/identity/match-key.js';
import { normalisedName } from '#libs/businesses/src/identity/normalised-name.js';
import { identifierText, SCHEMES } from '#libs/businesses/src/record/identifiers.js';
import { placeSlug } from '#libs/geography/src/place-names.js';
import type { CleanBusiness } from '../cleaning/clean-record.js';

/** Number of leading letters compared to find similar names. */
export const BEGINNING = 4;

/** Maximum number of businesses considered per neighborhood. */
export const MAX_NEIGHBOURS = 500;

/** Search area for businesses with similar names: an area and the first letters of a name. */
export interface Neighbourhood {
  postalCode: string | null;
  /** City slug, if there is no ZIP code. */
  city: string | null;
  /** First letters of the normalized name without "and", which other spellings write as "&". */
  beginning: string;
}

export function neighbourhoodOf({
  name,
  city,
  postalCode,
}: Pick<CleanBusiness, 'name' | 'city' | 'postalCode'>): Neighbourhood {
  return {
    postalCode,
    city: postalCode === null && city !== null ? placeSlug(city) : null,
    beginning: normalisedName(name).replaceAll(' and ', ' ').slice(0, BEGINNING),
  };
}

/** A cleaned row with its keys for matching. */
export interface Candidate {
  row: CleanBusiness;
  /** Row id from the source's id column, if it has one. */
  key?: string;
  /** Identity: see `matchKey`. */
  matchKey: string;
  /** First part of the identity: the normalized name. */
  nameKey: string;
  /** Search area for similar names. */
  neighbourhood: Neighbourhood;
  /** Line of the file where the row begins. */
  line: number;
  /** Values whose columns are blank: see `blankValues`. */
  blank: readonly string[];
  /** Digest of the whole row, used to detect rows imported before. */
  digest: string;
}

type Read = Pick<Candidate, 'row' | 'key' | 'line'> & Partial<Pick<Candidate, 'blank'>>;

export function toCandidate({ row, blank = [], ...read }: Read): Candidate {
  const identity = identityOf(row);
  const nameKey = identity.split('|', 1)[0]!;
  const neighbourhood = neighbourhoodOf(row);
  const digest = digestOf(blank.length > 0 ? { row, blank } : row);
  return { ...read, row, blank, matchKey: identity, nameKey, neighbourhood, digest };
}

/** Returns the identifiers that no other business has, such as `osm:node/123`. */
export function uniqueIdentifiersOf({ identifiers }: Pick<CleanBusiness, 'identifiers'>): string[] {
  return identifiers.filter(({ scheme }) => SCHEMES[scheme].isUnique).map(identifierText);
}

/** Returns a digest used to detect rows or values imported before. */
export function digestOf(said: object): string {
  return createHash('sha256').update(JSON.stringify(said)).digest('base64url').slice(0, 16);
}

/** Returns the `matchKey` of a business. The center of an area doesn't count as a location. */
export function identityOf(business: Omit<CleanBusiness, 'status'>): string {
  const isExact = business.precision === 'exact';
  return matchKey(isExact ? business : { ...business, latitude: null, longitude: null });
}
