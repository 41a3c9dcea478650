import { type Candidate, MAX_NEIGHBOURS, placesOf, uniqueIdentifiersOf } from './candidate.js';
import type { DirectoryChanges } from './directory-changes.js';
import type { StoredBusiness } from './stored-business.js';
import { markOf, type RowMark, type StoredRow } from './stored-row.js';

/** Maximum number of businesses held in memory, at about 2 KB each. */
const MAX_BUSINESSES = 50_000;
/** Same limit as for the database lookup in `findStored`. */
const MAX_NAMESAKES = 20;

/**
 * Changes that a dry run would have written so far. Later batches are planned as if these changes
 * were stored.
 */
export class DryRun {
  private readonly byId = new Map<string, StoredBusiness>();
  private readonly byIdentity = new Map<string, StoredBusiness>();
  private readonly byIdentifier = new Map<string, StoredBusiness>();
  private readonly byName = new Map<string, StoredBusiness[]>();
  private readonly byPlace = new Map<string, StoredBusiness[]>();
  /** Changed source rows by business id. */
  readonly rows = new Map<string, StoredRow[]>();
  /** Changed rows of the source by key. */
  readonly marks = new Map<string, RowMark>();
  /** Business ids by slug. */
  readonly slugs = new Map<string, string>();

  /** @param sourceId source whose rows are imported */
  constructor(private readonly sourceId: number) {}

  /**
   * Reports whether all changes fit in memory. If not, outcomes of later rows may differ from a
   * real import.
   */
  get isExact(): boolean {
    return this.byId.size < MAX_BUSINESSES;
  }

  remember(changes: DirectoryChanges): void {
    for (const business of [...changes.inserts, ...changes.updates]) {
      if (!this.isExact && !this.byId.has(business.id)) continue;
      this.put(business);
    }
    for (const [id, rows] of changes.writtenRows()) {
      this.rows.set(id, rows);
      for (const row of rows) {
        if (row.sourceId === this.sourceId) this.marks.set(row.key, markOf(row));
      }
    }
  }

  /**
   * Returns the stored candidates with the dry run's changes applied, plus matching businesses
   * that it would have inserted; oldest first.
   */
  among(
    stored: readonly StoredBusiness[],
    candidates: readonly Candidate[],
    owners: ReadonlyMap<Candidate, string>,
  ): StoredBusiness[] {
    const found = new Map(stored.map((each) => [each.id, this.byId.get(each.id) ?? each]));
    const add = (business: StoredBusiness | undefined) => {
      if (business) found.set(business.id, business);
    };
    for (const candidate of candidates) {
      const { matchKey, row, places } = candidate;
      add(this.byId.get(owners.get(candidate) ?? ''));
      add(this.byIdentity.get(matchKey));
      add(this.byIdentity.get(`${matchKey}|${row.postalCode}`));
      for (const text of uniqueIdentifiersOf(row)) add(this.byIdentifier.get(text));
      if (owners.has(candidate) || this.byIdentity.has(matchKey)) continue;
      for (const business of this.byName.get(nameAndCity(matchKey)) ?? []) add(business);
      for (const place of places) (this.byPlace.get(place) ?? []).forEach(add);
    }
    return [...found.values()].sort((a, b) => (a.id < b.id ? -1 : 1));
  }

  private put(business: StoredBusiness): void {
    const before = this.byId.get(business.id);
    if (before) this.forget(before);
    this.byId.set(business.id, business);
    this.byIdentity.set(business.matchKey, business);
    for (const text of uniqueIdentifiersOf(business)) this.byIdentifier.set(text, business);
    this.slugs.set(business.slug, business.id);
    for (const [index, key, most] of this.similarityKeysOf(business)) {
      const alike = index.get(key) ?? [];
      if (alike.length < most) index.set(key, [...alike, business]);
    }
  }

  /**
   * Removes a business from the lookups by its former values. Its former slug stays reserved for it.
   */
  private forget(business: StoredBusiness): void {
    this.byIdentity.delete(business.matchKey);
    for (const text of uniqueIdentifiersOf(business)) this.byIdentifier.delete(text);
    for (const [index, key] of this.similarityKeysOf(business)) {
      index.set(
        key,
        index.get(key)!.filter(({ id }) => id !== business.id),
      );
    }
  }

  private similarityKeysOf(business: StoredBusiness) {
    return [
      [this.byName, nameAndCity(business.matchKey), MAX_NAMESAKES],
      ...placesOf(business).map((place) => [this.byPlace, place, MAX_NEIGHBOURS] as const),
    ] as const;
  }
}

/** Returns the prefix shared by all identities with the same name and city. */
function nameAndCity(matchKey: string): string {
  return matchKey.split('|', 2).join('|');
}
