import { type Candidate, uniqueIdentifiersOf } from './candidate.js';
import type { DirectoryChanges } from './directory-changes.js';
import { KnownBusinesses, nameAndCity } from './known-businesses.js';
import type { StoredBusiness } from './stored-business.js';
import { markOf, type RowMark, type StoredRow } from './stored-row.js';

/** Maximum number of businesses, and of businesses with rows, in memory. Each takes about 2 KB. */
const MAX_BUSINESSES = 50_000;

/**
 * Changes that a dry run would have written so far. Later batches are planned as if these changes
 * were stored.
 */
export class DryRun {
  private readonly byId = new Map<string, StoredBusiness>();
  private readonly known = new KnownBusinesses();
  /** Changed source rows by business id. */
  readonly rows = new Map<string, StoredRow[]>();
  /** Changed rows of the source by key. */
  readonly marks = new Map<string, RowMark>();
  /** Number of rows added to the source. */
  added = 0;
  /** Business ids by slug. */
  readonly slugs = new Map<string, string>();

  /** @param sourceId source whose rows are imported */
  constructor(private readonly sourceId: number) {}

  /**
   * Reports whether all changes fit in memory. If not, outcomes of later rows may differ from a
   * real import.
   */
  get isExact(): boolean {
    return this.byId.size < MAX_BUSINESSES && this.rows.size < MAX_BUSINESSES;
  }

  remember(changes: DirectoryChanges): void {
    for (const business of [...changes.inserts, ...changes.updates]) {
      if (this.hasRoomFor(business.id)) this.put(business);
    }
    for (const { sourceId, key } of changes.addedRows()) {
      if (sourceId === this.sourceId && !this.marks.has(key)) this.added++;
    }
    for (const [id, rows] of changes.writtenRows()) {
      if (!this.hasRoomFor(id)) continue;
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
    for (const candidate of candidates) {
      const { matchKey, row, places } = candidate;
      const keys = [matchKey, `${matchKey}|${row.postalCode}`, ...uniqueIdentifiersOf(row)];
      if (!owners.has(candidate)) keys.push(nameAndCity(matchKey), ...places);
      const owner = this.byId.get(owners.get(candidate) ?? '');
      const alike = this.known.with(keys);
      for (const business of owner ? [owner, ...alike] : alike) found.set(business.id, business);
    }
    return [...found.values()].sort((a, b) => (a.id < b.id ? -1 : 1));
  }

  private hasRoomFor(id: string): boolean {
    return this.isExact || this.byId.has(id) || this.rows.has(id);
  }

  private put(business: StoredBusiness): void {
    const before = this.byId.get(business.id);
    // Its former slug stays reserved for it.
    if (before) this.known.remove(before);
    this.known.add(business);
    this.byId.set(business.id, business);
    this.slugs.set(business.slug, business.id);
  }
}
