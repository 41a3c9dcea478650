import { isDeepStrictEqual } from 'node:util';
import { v7 as uuidv7 } from 'uuid';
import { scoreOf } from '../matching/score.js';
import { addDays, type LocalDate } from '#libs/geography/src/local-date.js';
import { type Candidate, digestOf, uniqueIdentifiersOf } from './candidate.js';
import { compare } from './compare.js';
import type { DirectoryChanges, NewRow } from './directory-changes.js';
import { type ImportSource, UNNAMED } from './import-source.js';
import { KnownBusinesses, nameAndCity } from './known-businesses.js';
import { contradicts } from './place.js';
import { haveTwoZips } from './similarity.js';
import { lettersBetween, similarityOfNames } from './similar-names.js';
import type { StoredBusiness } from './stored-business.js';
import { markOf, type RowMark, type StoredRow } from './stored-row.js';
import {
  revised,
  setValue,
  united,
  type ValueChange,
  type Values,
  valuesOf,
  withMore,
} from './values.js';

/** Outcome of a row that was kept. */
export type Outcome = 'inserted' | 'updated' | 'unchanged' | 'merged';

/** `repeatsId` is a row with the id of an earlier one that names another business. */
type PlannedOutcome =
  { outcome: Outcome } | { outcome: 'repeatsId'; firstLine: number; named?: StoredBusiness };

export type Planned = PlannedOutcome & {
  /** Identity of the business in this directory. */
  identity: string;
  /** Key of the row within its source. */
  key: string;
  business: StoredBusiness;
  /** Possible duplicate of a newly inserted business. */
  similar?: StoredBusiness;
  /** Changes to a business that existed before the row. */
  changes?: readonly ValueChange[];
};

/** A business that a row describes. */
interface Match {
  business: StoredBusiness;
  /** Id of the business named by the row, if that one was merged into this one. */
  mergedFrom: string | null;
}

type Added = { outcome: Outcome } & Pick<Planned, 'business' | 'similar' | 'changes'>;

/**
 * Maximum number of digests kept per row of the unnamed source. Older rows and values count as new
 * again.
 */
const MAX_DIGESTS = 40;

/** Days after which an unchanged row confirms its business again. */
export const CONFIRMED_FOR = 30;
/** Maximum possible duplicates of a row that are scored to find the best one. */
const MAX_SCORED = 10;

interface Options {
  source: ImportSource;
  /** Known rows of the source for the keys in the batch, by key. */
  marks: ReadonlyMap<string, RowMark>;
  /** Day on which rows of a named source confirm their businesses, unless they state another. */
  today: LocalDate;
  /** Line on which an earlier batch of this import first had an identity or key. */
  firstLineOf: (identityOrKey: string) => number | undefined;
}

/**
 * Plans, row by row, what a batch changes in the directory.
 *
 * A row is matched by its key in the source, or else by its identity, and replaces the values that
 * its source had for that business. Later rows with the same key only add values to the first. A
 * row that repeats an id but names another business is skipped. A row that describes a business
 * under another identity is merged if the match is certain; its values rank after the existing
 * ones. Otherwise the row becomes a new business, and the possible duplicate is reported.
 */
export class BatchPlan {
  private readonly byId = new Map<string, StoredBusiness>();
  private readonly known = new KnownBusinesses();
  /** First line of this batch with each identity or key. */
  private readonly seenHere = new Map<string, number>();
  /** Rows of the source that this batch wrote, by key. */
  private readonly rows = new Map<string, StoredRow>();

  /** @param stored businesses with the keys, identities and names of the batch */
  constructor(
    stored: readonly StoredBusiness[],
    private readonly changes: DirectoryChanges,
    private readonly options: Options,
  ) {
    for (const business of stored) this.remember(business);
  }

  add(candidate: Candidate): Planned {
    const identity = this.identityOf(candidate);
    const key = candidate.key ?? identity;
    const owner = this.byId.get(this.markOf(key)?.businessId ?? '');
    const exact = [...uniqueIdentifiersOf(candidate.row), identity];
    const named = this.remaining(this.known.with(exact));
    const match = owner ? { business: owner, mergedFrom: null } : named;
    const business = match?.business;
    const firstLine = this.firstLineOf(key);
    if (firstLine !== undefined && business && this.namesAnother(candidate, business)) {
      return { identity, key, outcome: 'repeatsId', firstLine, business, named: named?.business };
    }
    const repeats = {
      row: firstLine !== undefined,
      business: this.firstLineOf(identity) !== undefined,
    };
    this.markSeen(identity, candidate.line);
    this.markSeen(key, candidate.line);
    if (!match || !business) {
      return { identity, key, ...this.addUnknown(candidate, identity, repeats.row) };
    }
    if (this.changes.isDelisted(business)) {
      const revived = this.changes.revive(business, this.newRow(candidate, key, match));
      this.rows.set(key, revived);
      return { identity, key, outcome: 'inserted', business };
    }
    const changes = this.applyRow(candidate, key, match, repeats.row);
    const isItself = (owner && candidate.key !== undefined) || identity === business.matchKey;
    const isMerged = repeats.row || !isItself || (repeats.business && !owner);
    const outcome = isMerged ? 'merged' : changes.length > 0 ? 'updated' : 'unchanged';
    return { identity, key, outcome, business, changes };
  }

  /**
   * Returns the first business that is not removed, or else the one that the first of them was
   * merged into, or else the first.
   */
  private remaining(businesses: readonly StoredBusiness[]): Match | undefined {
    const found = businesses.find(({ isRemoved }) => !isRemoved) ?? businesses[0];
    const into = this.byId.get(found?.mergedInto ?? '');
    if (found && into) return { business: into, mergedFrom: found.id };
    return found && { business: found, mergedFrom: null };
  }

  /**
   * Returns the row's identity, extended by its ZIP code if a business with another ZIP code already
   * has the plain identity: different ZIP codes are never the same business. Compares with the ZIP
   * code stated by the source, even if an admin has corrected it.
   */
  private identityOf({ matchKey, row }: Candidate): string {
    const holder = this.markOf(matchKey) ?? this.known.with([matchKey])[0];
    return holder && haveTwoZips(holder, row) ? `${matchKey}|${row.postalCode}` : matchKey;
  }

  private markOf(key: string): RowMark | undefined {
    const row = this.rows.get(key);
    return row ? markOf(row) : this.options.marks.get(key);
  }

  private firstLineOf(identityOrKey: string): number | undefined {
    return this.options.firstLineOf(identityOrKey) ?? this.seenHere.get(identityOrKey);
  }

  private markSeen(identityOrKey: string, line: number): void {
    if (!this.seenHere.has(identityOrKey)) this.seenHere.set(identityOrKey, line);
  }

  /** Reports whether the row reuses the id of a row with a different name or address. */
  private namesAnother({ key, row }: Candidate, business: StoredBusiness): boolean {
    if (key === undefined) return false;
    const first = this.rowOf(business, key)?.values;
    if (!first) return false;
    const named = {
      name: first.name!,
      city: first.city ?? null,
      street: first.street ?? null,
    };
    return similarityOfNames(row, named) === 'different' || contradicts(first, valuesOf(row));
  }

  private rowOf(business: StoredBusiness, key: string): StoredRow | undefined {
    return this.changes
      .rowsOf(business)
      .find((other) => other.sourceId === this.options.source.id && other.key === key);
  }

  private addUnknown(candidate: Candidate, identity: string, repeats: boolean): Added {
    const compared = this.known
      .with([nameAndCity(candidate.matchKey), ...candidate.places])
      .map((other) => [other, compare(candidate, other)] as const);
    const key = candidate.key ?? identity;
    const same = this.remaining(
      compared.filter(([, verdict]) => verdict === 'same').map(([other]) => other),
    );
    if (same) {
      const changes = this.applyRow(candidate, key, same, repeats);
      return { outcome: 'merged', business: same.business, changes };
    }
    const business = newBusiness(candidate, identity);
    setValue(business, 'confirmed', this.statedValues(candidate).confirmed);
    const [best] = compared
      .filter(([other, verdict]) => verdict === 'perhaps' && !other.isRemoved)
      .slice(0, MAX_SCORED)
      .map(([other]) => ({
        other,
        letters: lettersBetween(candidate.row, other),
        ...scoreOf(candidate.row, other, 'perhaps'),
      }))
      .sort((a, b) => b.score - a.score || a.letters - b.letters);
    this.rows.set(key, this.changes.insert(business, this.newRow(candidate, key)));
    if (best) this.changes.flag(business, best.other, best);
    this.remember(business);
    return { outcome: 'inserted', business, similar: best?.other };
  }

  /** @returns the row's changes to the business */
  private applyRow(
    candidate: Candidate,
    key: string,
    match: Match,
    repeats: boolean,
  ): readonly ValueChange[] {
    const { business } = match;
    const known = this.markOf(key);
    if (business.isRemoved) return [];
    if (known && this.isOld(candidate, known)) {
      if (!repeats) this.noteRaw(candidate, known);
      return [];
    }
    const row = this.rowOf(business, key);
    if (!row) {
      const { row: added, changed } = this.changes.attach(
        business,
        this.newRow(candidate, key, match),
      );
      this.rows.set(key, added);
      return withoutConfirmation(changed);
    }
    return withoutConfirmation(this.revise(business, row, candidate, repeats));
  }

  private revise(
    business: StoredBusiness,
    row: StoredRow,
    candidate: Candidate,
    repeats: boolean,
  ): readonly ValueChange[] {
    this.rows.set(row.key, row);
    const { source } = this.options;
    const combine = source.id === UNNAMED.id ? unnamedAfter : namedAfter;
    const change = combine(row, candidate, this.statedValues(candidate), repeats);
    const { rawDigest, notes } = repeats ? row : cleanedFrom(candidate, row.key);
    const now = { ...change, rawDigest, notes, rank: source.rank, isMissing: false };
    return this.changes.revise(business, row, now).changed;
  }

  /** Lets later imports recognize the row without cleaning it. */
  private noteRaw(candidate: Candidate, { key, rawDigest }: RowMark): void {
    const raw = cleanedFrom(candidate, key);
    if (raw.rawDigest === null || raw.rawDigest === rawDigest) return;
    this.changes.noteRaw({ sourceId: this.options.source.id, key, ...raw });
  }

  /**
   * Reports whether a row adds nothing new. Files of the unnamed source have no known order, so
   * any value seen before counts as old.
   */
  private isOld(candidate: Candidate, { digests, rank, isMissing, confirmedOn }: RowMark): boolean {
    const { source } = this.options;
    const { digest } = candidate;
    if (isMissing || rank !== source.rank) return false;
    if (source.id === UNNAMED.id) return digests.includes(digest);
    const { confirmed } = this.statedValues(candidate);
    const isConfirmed =
      confirmedOn !== null && confirmed!.on <= addDays(confirmedOn, CONFIRMED_FOR);
    return isConfirmed && digests.at(-1) === digest;
  }

  /** Returns the values of a row. A row of a named source also confirms them. */
  private statedValues({ row }: Candidate): Values {
    const { source, today } = this.options;
    const values = valuesOf(row);
    if (source.id === UNNAMED.id) return values;
    const on = row.confirmedOn ?? today;
    return { ...values, confirmed: { on, by: `source:${source.name}` } };
  }

  private newRow(candidate: Candidate, key: string, match?: Match): NewRow {
    const { id: sourceId, name: sourceName, rank } = this.options.source;
    const values = this.statedValues(candidate);
    const digests = [candidate.digest];
    const { mergedFrom = null } = match ?? {};
    const raw = cleanedFrom(candidate, key);
    return { sourceId, sourceName, rank, key, values, digests, ...raw, mergedFrom };
  }

  private remember(business: StoredBusiness): void {
    this.byId.set(business.id, business);
    this.known.add(business);
  }
}

/**
 * Returns what a row with this key was cleaned from. An identity extended by a ZIP code depends on
 * other rows, so every import derives it again.
 */
function cleanedFrom(
  { key: own, matchKey, cleanedFrom: raw }: Candidate,
  key: string,
): Pick<StoredRow, 'rawDigest' | 'notes'> {
  return raw && (own ?? matchKey) === key ? raw : { rawDigest: null, notes: [] };
}

/** Omits that the source was confirmed again, which every row of a later file does. */
function withoutConfirmation(changes: readonly ValueChange[]): readonly ValueChange[] {
  return changes.filter(({ field }) => field !== 'confirmed');
}

/** Returns the values of a named source's row after another row with the same key. */
function namedAfter(
  { values, digests }: StoredRow,
  { blank, digest }: Candidate,
  stated: Values,
  repeats: boolean,
): Pick<StoredRow, 'values' | 'digests'> {
  if (repeats) return { values: united(values, stated), digests };
  return { values: revised(values, stated, blank), digests: [digest] };
}

/**
 * Returns the values of an unnamed source's row after another row with the same key. Files of the
 * unnamed source have no known order, so rows and values seen before are ignored. Categories are
 * combined.
 */
function unnamedAfter(
  { values: before, digests }: StoredRow,
  { digest }: Candidate,
  stated: Values,
  repeats: boolean,
): Pick<StoredRow, 'values' | 'digests'> {
  const newEntries = Object.entries(stated).filter((value) => !digests.includes(digestOf(value)));
  const now = repeats ? stated : (Object.fromEntries(newEntries) as Values);
  const values = repeats ? united(before, now) : revised(before, now);
  const categories = withMore(before.categories, stated.categories);
  if (categories.length > 0) values.categories = categories;
  const lost = [...Object.entries(before), ...Object.entries(now)].filter(
    ([field, value]) => field !== 'categories' && !isDeepStrictEqual(value, values[field]),
  );
  const known = new Set([...digests, digest, ...lost.map(digestOf)]);
  return { values, digests: [...known].slice(-MAX_DIGESTS) };
}

function newBusiness({ row }: Candidate, matchKey: string): StoredBusiness {
  return {
    ...row,
    id: uuidv7(),
    slug: '',
    status: row.status ?? 'open',
    matchKey,
    isImported: true,
    isRemoved: false,
    mergedInto: null,
    revision: 1,
  };
}
