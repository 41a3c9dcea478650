import { Injectable } from '@nestjs/common';
import { setImmediate } from 'node:timers/promises';
import { Clock } from '#libs/config/src/clock.js';
import { Database } from '#libs/database/src/database.js';
import { type LocalDate, localDate } from '#libs/geography/src/local-date.js';
import { cleanRecord } from '../cleaning/clean-record.js';
import type { RawRecord } from '../columns/fields.js';
import { type Candidate, beginningOf, identityOf, toCandidate } from '../writing/candidate.js';
import { compare, isNamesake, shareIdentifier } from '../writing/compare.js';
import { findAlike, findRecords } from '../writing/stored-businesses.repository.js';
import {
  haveOnePhone,
  haveTwoZips,
  shareArea,
  shareExactPoint,
  type Similarity,
} from '../writing/similarity.js';
import type { StoredBusiness } from '../writing/stored-business.js';
import type { MatchCandidateDto } from './match.dto.js';
import { type Score, scoreOf } from './score.js';

/** Maximum number of candidates of a row. */
export const MAX_CANDIDATES = 5;

interface Compared {
  business: StoredBusiness;
  /** Identity by the current values. The stored one doesn't follow edits. */
  identity: string;
  beginning: string;
}

type Found = Score & { id: string; verdict: Similarity };

/** Finds the businesses that rows describe, with the rules by which imports recognize businesses. */
@Injectable()
export class MatchService {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** Returns the candidates of each row, best first. */
  async match(rows: readonly RawRecord[]): Promise<MatchCandidateDto[][]> {
    const today = localDate(this.clock.now());
    const candidates = rows.map((row) => toPlacedCandidate(row, today));
    const placed = candidates.filter((candidate) => candidate !== undefined);
    const stored = (await findAlike(this.database.reads, placed))
      .filter(({ isRemoved }) => !isRemoved)
      .map((business) => ({
        business,
        identity: identityOf(business),
        beginning: beginningOf(business.name),
      }));
    const found: Found[][] = [];
    for (const candidate of candidates) {
      found.push(candidate ? best(candidate, stored) : []);
      await setImmediate();
    }
    const ids = found.flat().map(({ id }) => id);
    const records = await findRecords(this.database.reads, ids);
    return found.map((each) => {
      const known = each.flatMap(({ id, ...rest }) => {
        const business = records.get(id);
        return business ? [{ business, ...rest }] : [];
      });
      return known.map(({ verdict, ...rest }, index) => ({
        ...rest,
        match: index === 0 && verdict === 'same',
      }));
    });
  }
}

/**
 * Cleans a row like an import. A row that states no place outside Minnesota is assumed to be in it.
 *
 * @returns undefined if the row is not in Minnesota
 */
function toPlacedCandidate(raw: RawRecord, today: LocalDate): Candidate | undefined {
  const cleaned = cleanRecord({ ...raw, state: 'MN' }, today);
  if ('rejected' in cleaned) return undefined;
  const { business, notes } = cleaned;
  const isElsewhere = notes.includes('zipElsewhere') || notes.includes('coordinatesElsewhere');
  if (isElsewhere && business.city === null && business.postalCode === null) return undefined;
  // The city nearest to a point is a guess, which imports accept but nobody stated.
  const isGuess = notes.includes('cityDerived') && business.postalCode === null;
  return toCandidate({ row: isGuess ? { ...business, city: null } : business, line: 0 });
}

/** Reports whether the row states neither city nor ZIP code, so it may be anywhere in Minnesota. */
function isAnywhere({ city, postalCode }: Candidate['row']): boolean {
  return city === null && postalCode === null;
}

function best(candidate: Candidate, stored: readonly Compared[]): Found[] {
  return stored
    .filter((other) => isPlausible(candidate, other))
    .map((other) => {
      const { business } = other;
      const verdict = verdictOn(candidate, other);
      return { id: business.id, verdict, ...scoreOf(candidate.row, business, verdict) };
    })
    .filter(({ reasons }) => reasons.length > 0)
    .sort((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1))
    .slice(0, MAX_CANDIDATES);
}

/** Preselects businesses, because comparing all of a batch with each row would take seconds. */
function isPlausible(candidate: Candidate, { business, identity, beginning }: Compared): boolean {
  const { row, nameKey, matchKey } = candidate;
  if (shareIdentifier(row, business)) return true;
  if (haveOnePhone(row, business)) return true;
  if ([business.matchKey, identity].includes(matchKey)) return true;
  if (beginning !== candidate.beginning) return false;
  return isAnywhere(row) ? isNamesake(nameKey, { matchKey: identity }) : shareArea(row, business);
}

/** Returns the verdict of an import, which also recognizes a business by its identity. */
function verdictOn(candidate: Candidate, { business, identity }: Compared): Similarity {
  const { row, matchKey } = candidate;
  const isIdentical =
    business.matchKey === `${matchKey}|${row.postalCode}` ||
    ([business.matchKey, identity].includes(matchKey) && !haveTwoZips(row, business));
  if (isIdentical) return 'same';
  const { city, postalCode } = business;
  const isOneSpot = haveOnePhone(row, business) || shareExactPoint(row, business);
  const isHere = isAnywhere(row) && isOneSpot;
  const placed = { ...candidate, row: isHere ? { ...row, city, postalCode } : row };
  return compare(placed, { ...business, matchKey: identity });
}
