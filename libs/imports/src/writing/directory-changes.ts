import { isDeepStrictEqual } from 'node:util';
import type { PoolClient } from 'pg';
import { differingFields } from '#libs/editing/src/changed-fields.js';
import { normalizedName } from '#libs/businesses/src/identity/match-key.js';
import type { Score } from '../matching/score.js';
import { identityOf } from './candidate.js';
import { ensureCategories } from './categories.js';
import { chooseSlugs } from './choose-slugs.js';
import { type RawRow, writeHistory, writeRawDigests, writeRows } from './source-rows.repository.js';
import type { StoredBusiness } from './stored-business.js';
import { identitiesInUse } from './stored-businesses.repository.js';
import { byPrecedence, combinedRows, isAdded, isEmptied, type StoredRow } from './stored-row.js';
import {
  adminsFields,
  type Carried,
  carryInto,
  type FieldChanges,
  setValue,
  type Values,
  valuesOf,
  without,
} from './values.js';
import {
  type CategoryOfBusiness,
  insertBusinesses,
  type LikelyDuplicate,
  linkCategories,
  unlinkCategories,
  updateBusinesses,
  writeDuplicates,
} from './write-businesses.repository.js';

/** Maximum number of former states kept per row. */
const MAX_FORMER = 5;

/** State of a business before the changes. */
interface Original {
  values: Values;
  isRemoved: boolean;
}

/** Content of a row that its source no longer lists, or never listed. */
const NOTHING = { values: {}, digests: [] as string[], rawDigest: null, notes: [], importId: null };

/**
 * Collects a transaction's changes to source rows and to their businesses. A business has the
 * combined values of its rows, except for values that an admin changed.
 */
export class DirectoryChanges {
  readonly inserts = new Set<StoredBusiness>();
  readonly updates = new Set<StoredBusiness>();
  private readonly edits = new Set<StoredBusiness>();
  /** Ids of businesses whose rows still must be read. */
  readonly unread = new Set<string>();
  private readonly duplicates: LikelyDuplicate[] = [];
  /** Unchanged rows that another raw row was cleaned to. */
  private readonly reread: RawRow[] = [];
  private readonly written = new Set<StoredRow>();
  private readonly gone = new Set<StoredRow>();
  private readonly originals = new Map<StoredBusiness, Original>();

  /**
   * @param rows known rows by business id
   * @param importId import that makes the changes; null if they don't belong to an import
   */
  constructor(
    private readonly rows: Map<string, StoredRow[]>,
    private readonly importId: string | null,
  ) {}

  get isEmpty(): boolean {
    return this.inserts.size + this.updates.size + this.written.size + this.gone.size === 0;
  }

  insert(business: StoredBusiness, row: NewRow): StoredRow {
    const added = this.newRow(business, row);
    this.inserts.add(business);
    this.rows.set(business.id, [added]);
    this.written.add(added);
    return added;
  }

  /** Flags a new business as a likely duplicate of another one. */
  flag(
    { id: businessId }: StoredBusiness,
    { id: otherId }: StoredBusiness,
    { score, reasons }: Score,
  ): void {
    this.duplicates.push({ businessId, otherId, score, reasons });
  }

  /** Returns all source rows of a business in order of precedence. */
  rowsOf(business: StoredBusiness): StoredRow[] {
    const found = this.rows.get(business.id);
    if (!found) this.unread.add(business.id);
    return found ?? [];
  }

  attach(business: StoredBusiness, row: NewRow): { row: StoredRow } & Carried {
    const rows = this.rowsOf(business);
    const added = this.newRow(business, row);
    const carried = this.carry(business, () => {
      rows.push(added);
      this.written.add(added);
    });
    return { row: added, ...carried };
  }

  revise(business: StoredBusiness, row: StoredRow, change: Partial<StoredRow>): Carried {
    if (isDeepStrictEqual({ ...row, ...change }, row)) return { changed: [], kept: [] };
    return this.carry(business, () => this.reviseRow(row, change));
  }

  /** Notes that a raw row was cleaned to the present values of a row. */
  noteRaw(row: RawRow): void {
    this.reread.push(row);
  }

  /**
   * Empties rows that their source no longer lists. Removes the business if no other row lists it,
   * unless an admin added or changed it.
   */
  delist(business: StoredBusiness, rows: readonly StoredRow[]): void {
    const emptyRows = () => {
      for (const row of rows) this.reviseRow(row, NOTHING);
    };
    if (this.isListedByOthers(business, rows)) return void this.carry(business, emptyRows);
    if (business.isRemoved || !business.isImported || !this.isUntouched(business)) return;
    emptyRows();
    this.setRemoved(business, true);
  }

  /**
   * Restores rows of a business to their states before the last import that changed them. Drops
   * rows that it added, or removes the business if no other row lists it. Their empty rows are
   * kept, so that a later import can restore it.
   *
   * @param changes changes that imports made to the business; undefined if this import created it
   * @returns the fields where an admin's value was kept, or whether the whole business was kept
   */
  undo(
    business: StoredBusiness,
    rows: readonly StoredRow[],
    changes: readonly FieldChanges[] | undefined,
  ): string[] | 'whole' {
    const added = rows.filter(isAdded);
    const isListed = added.length < rows.length || this.isListedByOthers(business, added);
    const undoRows = () => {
      for (const row of rows) {
        if (row.former.length > 0) this.restoreRow(row);
        else this.dropRow(business, row);
      }
    };
    if (!business.isImported || isListed) return this.carry(business, undoRows, changes).kept;
    this.remember(business);
    if (this.isUntouched(business)) {
      for (const row of rows) this.restoreRow(row);
      this.setRemoved(business, true);
      return [];
    }
    undoRows();
    // From now on the business belongs to an admin.
    business.isImported = false;
    this.updates.add(business);
    return 'whole';
  }

  /** Reports whether a business was removed because no source lists it. */
  isDelisted(business: StoredBusiness): boolean {
    return (
      business.isRemoved &&
      business.isImported &&
      this.rowsOf(business).length > 0 &&
      !this.isListedByOthers(business)
    );
  }

  /**
   * Restores a business that was removed because no source listed it, with a row's current values.
   */
  revive(business: StoredBusiness, row: NewRow): StoredRow {
    this.remember(business);
    const rows = this.rowsOf(business);
    const own = rows.find(({ sourceId, key }) => sourceId === row.sourceId && key === row.key);
    const revived = own ?? this.newRow(business, row);
    if (own) this.reviseRow(own, { ...row, mergedFrom: own.mergedFrom });
    else rows.push(revived);
    this.written.add(revived);
    carryInto(business, valuesOf(business), row.values);
    this.setRemoved(business, false);
    return revived;
  }

  /** Reports whether a business has only values from sources. */
  isUntouched(business: StoredBusiness): boolean {
    return adminsFields(valuesOf(business), this.sourceValuesOf(business)).length === 0;
  }

  /**
   * Sets values of a business as an admin would, regardless of its sources; undefined clears a
   * value.
   */
  edit(business: StoredBusiness, values: Values): void {
    this.remember(business);
    for (const [field, value] of Object.entries(values)) setValue(business, field, value);
    this.updates.add(business);
    this.edits.add(business);
  }

  /** Removes or restores a business. */
  setRemoved(business: StoredBusiness, isRemoved: boolean): void {
    this.remember(business);
    business.isRemoved = isRemoved;
    this.updates.add(business);
  }

  /**
   * Sets slugs of new and renamed businesses, and identities of renamed ones.
   *
   * @param taken business ids by slug, for slugs taken in addition to the stored ones
   */
  async assignSlugs(client: PoolClient, taken?: ReadonlyMap<string, string>): Promise<void> {
    await chooseSlugs(client, [...this.inserts, ...this.renamed()], taken);
    await this.identifyRenamed(client);
  }

  /** Returns the rows that were added, or filled again. */
  addedRows(): StoredRow[] {
    return [...this.written].filter(isAdded);
  }

  /** Returns all rows of each business with a changed row. */
  writtenRows(): [string, StoredRow[]][] {
    const ids = new Set(Array.from(this.written, ({ businessId }) => businessId));
    return Array.from(ids, (id) => [id, this.rows.get(id)!]);
  }

  /** Returns each changed business with the old and new values of its changed fields. */
  *updated(): Generator<{ business: StoredBusiness; before: Values; after: Values }> {
    for (const business of this.updates) {
      const original = this.originals.get(business)!;
      const was = original.values;
      const is = valuesOf(business);
      const fields = differingFields(was, is);
      const pick = (values: Values) =>
        Object.fromEntries(fields.map((field) => [field, values[field] ?? null]));
      const removal = original.isRemoved !== business.isRemoved;
      yield {
        business,
        before: { ...pick(was), ...(removal && { removed: original.isRemoved }) },
        after: { ...pick(is), ...(removal && { removed: business.isRemoved }) },
      };
    }
  }

  /** Returns the categories that businesses gained, and the ones that they lost. */
  categoryChanges(): Record<'gained' | 'lost', CategoryOfBusiness[]> {
    const gained: CategoryOfBusiness[] = [];
    const lost: CategoryOfBusiness[] = [];
    for (const business of [...this.inserts, ...this.updates]) {
      const { id, categories: now } = business;
      const before = this.originals.get(business)?.values.categories;
      gained.push(...without(now, before).map((name) => ({ id, name })));
      lost.push(...without(before, now).map((name) => ({ id, name })));
    }
    return { gained, lost };
  }

  async write(client: PoolClient, now: Date): Promise<void> {
    const { gained, lost } = this.categoryChanges();
    const categories = await ensureCategories(
      client,
      gained.map(({ name }) => name),
    );
    await insertBusinesses(client, this.inserts, now);
    await updateBusinesses(client, this.updates, now);
    await unlinkCategories(client, lost);
    await linkCategories(client, gained, categories);
    await writeRows(client, this.written, this.gone);
    await writeRawDigests(client, this.reread);
    await writeDuplicates(client, this.importId, this.duplicates, now);
    if (this.importId !== null) await writeHistory(client, this.importId, this.history(), now);
  }

  private reviseRow(row: StoredRow, change: Partial<StoredRow>): void {
    if (row.importId !== this.importId) {
      const { rank, values, digests, importId, isMissing } = row;
      const former = [{ rank, values, digests, importId, isMissing }, ...row.former];
      row.former = former.slice(0, MAX_FORMER);
      // The state before is no longer known, so the import that led to this one cannot be undone.
      if (former.length > MAX_FORMER) row.former.at(-1)!.importId = null;
    }
    Object.assign(row, { rawDigest: null }, change, { importId: this.importId });
    this.written.add(row);
  }

  private restoreRow(row: StoredRow): void {
    const [before = NOTHING, ...former] = row.former;
    Object.assign(row, before, { former, rawDigest: null });
    this.written.add(row);
  }

  private dropRow(business: StoredBusiness, row: StoredRow): void {
    const rows = this.rowsOf(business);
    rows.splice(rows.indexOf(row), 1);
    this.written.delete(row);
    this.gone.add(row);
  }

  /** @param changes as for `carryInto` */
  private carry(
    business: StoredBusiness,
    change: () => void,
    changes?: readonly FieldChanges[],
  ): Carried {
    const before = this.sourceValuesOf(business);
    change();
    this.remember(business);
    const carried = carryInto(business, before, this.sourceValuesOf(business), changes);
    if (carried.changed.length > 0 && !this.inserts.has(business)) this.updates.add(business);
    return carried;
  }

  private sourceValuesOf(business: StoredBusiness): Values {
    return combinedRows([...this.rowsOf(business)].sort(byPrecedence));
  }

  private isListedByOthers(business: StoredBusiness, rows: readonly StoredRow[] = []): boolean {
    return this.rowsOf(business).some((other) => !rows.includes(other) && !isEmptied(other));
  }

  private newRow(business: StoredBusiness, row: NewRow): StoredRow {
    const { id: businessId } = business;
    const { importId } = this;
    return { ...row, businessId, importId, isMissing: false, former: [] };
  }

  private remember(business: StoredBusiness): void {
    if (this.inserts.has(business) || this.originals.has(business)) return;
    this.originals.set(business, { values: valuesOf(business), isRemoved: business.isRemoved });
  }

  private renamed(): StoredBusiness[] {
    return [...this.updates].filter((business) => {
      const { name } = this.originals.get(business)!.values;
      return normalizedName(name!) !== normalizedName(business.name);
    });
  }

  /** Updates the identity of renamed businesses, unless another business has it. */
  private async identifyRenamed(client: PoolClient): Promise<void> {
    const renamed = this.renamed();
    if (renamed.length === 0) return;
    const taken = await identitiesInUse(client, renamed.map(identityOf));
    for (const { matchKey } of this.inserts) taken.add(matchKey);
    for (const business of renamed) {
      const key = identityOf(business);
      if (!taken.has(key)) business.matchKey = key;
      taken.add(key);
    }
  }

  private history(): object[] {
    const added = Array.from(this.inserts, ({ id }) => ({
      businessId: id,
      before: null,
      after: null,
      isEdit: false,
    }));
    const changed = Array.from(this.updated(), ({ business, before, after }) => ({
      businessId: business.id,
      before,
      after,
      isEdit: this.edits.has(business),
    }));
    return [...added, ...changed];
  }
}

/** A new source row. */
export type NewRow = Omit<StoredRow, 'businessId' | 'importId' | 'isMissing' | 'former'>;
