import { createHash } from 'node:crypto';
import { matchKey } from '#libs/businesses/src/identity/match-key.js';
import type { CleanBusiness } from '../cleaning/clean-record.js';

/** A cleaned row with what it is recognised by. */
export interface Candidate {
  row: CleanBusiness;
  /** Identity: see `matchKey`. */
  matchKey: string;
  /** Its first part, the name as it compares. */
  nameKey: string;
  /** The whole row's digest, to tell whether the same was imported before. */
  digest: string;
}

export function toCandidate(row: CleanBusiness): Candidate {
  // The middle of an area is no place of the business's own.
  const isExact = row.precision === 'exact';
  const key = matchKey(isExact ? row : { ...row, latitude: null, longitude: null });
  const digest = createHash('sha256').update(JSON.stringify(row)).digest('base64url').slice(0, 16);
  return { row, matchKey: key, nameKey: key.split('|', 1)[0]!, digest };
}
