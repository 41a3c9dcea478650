import type { CleanBusiness } from '../cleaning/clean-record.js';
import { type Candidate, uniqueIdentifiersOf } from './candidate.js';
import { resemble, similarityOfNames } from './similar-names.js';
import { mayShareSpot, sharePhone, shareSpot, similarity, type Similarity } from './similarity.js';
import type { StoredBusiness } from './stored-business.js';

/**
 * Compares a row with a stored business. An identifier in another register decides. A namesake is
 * compared by its address and contacts, and is `perhaps` the same at another address with the same
 * phone number. A business with another name is the same only if it is certainly at the same
 * location, and `perhaps` if it has a similar name at a similar address, or two of name, address
 * and phone number in common.
 */
export function compare(
  { row, nameKey }: Pick<Candidate, 'row' | 'nameKey'>,
  other: StoredBusiness,
): Similarity {
  if (shareIdentifier(row, other)) return 'same';
  if (isNamesake(nameKey, other)) {
    const verdict = similarity(row, other);
    return verdict === 'different' && sharePhone(row, other) ? 'perhaps' : verdict;
  }
  const isOnePhone = sharePhone(row, other);
  const isOneSpot = mayShareSpot(row, other);
  if (isOnePhone && isOneSpot) return atOneSpot(row, other) === 'same' ? 'same' : 'perhaps';
  if (!isOnePhone && !isOneSpot) return 'different';
  const verdict = atOneSpot(row, other);
  return verdict === 'different' && resemble(row, other) ? 'perhaps' : verdict;
}

function atOneSpot(row: Candidate['row'], other: StoredBusiness): Similarity {
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
