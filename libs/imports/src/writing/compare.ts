import type { CleanBusiness } from '../cleaning/clean-record.js';
import { type Candidate, uniqueIdentifiersOf } from './candidate.js';
import { similarityOfNames } from './similar-names.js';
import { shareSpot, similarity, type Similarity } from './similarity.js';
import type { StoredBusiness } from './stored-business.js';

/**
 * Compares a row with a stored business. Identifiers in other registers decide. A namesake is compared by its address and contacts, and a
 * business with another name only if it is certainly at the same location.
 */
export function compare(
  { row, nameKey }: Pick<Candidate, 'row' | 'nameKey'>,
  other: StoredBusiness,
): Similarity {
  if (shareIdentifier(row, other)) return 'same';
  if (isNamesake(nameKey, other)) return similarity(row, other);
  return shareSpot(row, other) ? similarityOfNames(row, other) : 'different';
}

export function shareIdentifier(
  one: Pick<CleanBusiness, 'identifiers'>,
  other: Pick<CleanBusiness, 'identifiers'>,
): boolean {
  const known = uniqueIdentifiersOf(other);
  return uniqueIdentifiersOf(one).some((each) => known.includes(each));
}

export function isNamesake(
  nameKey: string,
  { matchKey }: Pick<StoredBusiness, 'matchKey'>,
): boolean {
  return matchKey.startsWith(`${nameKey}|`);
}
