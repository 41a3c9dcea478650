import { createHash } from 'node:crypto';
import { matchKey } from '#libs/businesses/src/identity/match-key.js';
import { normalisedName } from '#libs/businesses/src/identity/normalised-name.js';
import { placeSlug } from '#libs/geography/src/place-names.js';
import type { CleanBusiness } from '../cleaning/clean-record.js';

/** Letters at the beginning of names that are compared. */
export const BEGINNING = 4;

/** More businesses of one neighbourhood are not looked at. */
export const MAX_NEIGHBOURS = 500;

/** Where to look for businesses of similar names: those of an area whose names begin alike. */
export interface Neighbourhood {
  postalCode: string | null;
  /** The city's slug, where there is no ZIP code. */
  city: string | null;
  /** The first letters of the name as it compares, without an "and", which may be a "&". */
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

/** A cleaned row with what it is recognised by. */
export interface Candidate {
  row: CleanBusiness;
  /** The cell of the source's column of ids, where it has one. */
  key?: string;
  /** Identity: see `matchKey`. */
  matchKey: string;
  /** Its first part, the name as it compares. */
  nameKey: string;
  /** Where those of similar names are looked for. */
  neighbourhood: Neighbourhood;
  /** Line of the file on which the row begins. */
  line: number;
  /** Fields whose columns are blank: see `blankValues`. */
  blank: readonly string[];
  /** The whole row's digest, to tell whether the same was imported before. */
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

/** Digest that tells whether the same row, or the same field and value, was imported before. */
export function digestOf(said: object): string {
  return createHash('sha256').update(JSON.stringify(said)).digest('base64url').slice(0, 16);
}

/** The `matchKey` of a business: the middle of an area is no place of its own. */
export function identityOf(business: Omit<CleanBusiness, 'status'>): string {
  const isExact = business.precision === 'exact';
  return matchKey(isExact ? business : { ...business, latitude: null, longitude: null });
}
