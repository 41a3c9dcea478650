import { isDeepStrictEqual } from 'node:util';
import type { PoolClient } from 'pg';
import { normalisedName } from '#libs/businesses/src/identity/normalised-name.js';
import { identityOf } from './candidate.js';
import { ensureCategories, linkCategories, unlinkCategories } from './categories.js';
import { chooseSlugs } from './choose-slugs.js';
import { UNNAMED } from './import-source.js';
import { runInTurn, type Statement } from './statements.js';
import type { StoredBusiness } from './stored-business.js';
import { byPrecedence, isSilent, type StoredRow, writeRows } from './stored-row.js';
import {
  adminsFields,
  broughtByImports,
  carryInto,
  combined,
  type FieldChanges,
  setValue,
  type Values,
  valuesOf,
} from './values.js';
import {
  insertBusinesses,
  setRemoved,
  updateBusinesses,
  writeHistory,
} from './write-businesses.js';

/** More states of a row than these are not remembered. */
const MAX_FORMER = 5;

/** What a row says whose source does not have it any more. */
const NOTHING = { values: {}, digests: [] as string[] };

/** What came of a change of a source's row in the business: fields by name. */
export interface Carried {
  changed: string[];
  /** Those that an admin's value kept from changing. */
  kept: string[];
}

/**
 * What a transaction changes: the rows of sources, and through them the businesses. A business has
 * what its rows come to, value by value, but for what an admin changed.
 */
export class DirectoryChanges {
  readonly inserts = new Set<StoredBusiness>();
  readonly updates = new Set<StoredBusiness>();
  private readonly edits = new Set<StoredBusiness>();
  /** Businesses whose rows have to be known, and are not. */
  readonly unread = new Set<string>();
  private readonly written = new Set<StoredRow>();
  private readonly gone = new Set<StoredRow>();
  private readonly originals = new Map<StoredBusiness, { values: Values; isRemoved: boolean }>();
  /** What businesses had before rows were kept, as rows that are not written yet. */
  private readonly unwritten = new Map<StoredBusiness, StoredRow>();

  /**
   * @param rows by business, for those that were read
   * @param importId which import changes them; null for what is no import
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

  /** All that sources say of a business, as it counts. */
  rowsOf(business: StoredBusiness): StoredRow[] {
    const found = this.rows.get(business.id);
    if (!found) this.unread.add(business.id);
    if (found?.length || business.importDigest === null) return found ?? [];
    // What was imported before rows were kept counts as one of a file without a source.
    const before = this.newRow(business, {
      sourceId: UNNAMED.id,
      sourceName: UNNAMED.name,
      rank: UNNAMED.rank,
      key: business.matchKey,
      values: valuesOf(business),
      digests: [business.importDigest],
    });
    before.importId = null;
    this.unwritten.set(business, before);
    const rows = [before];
    this.rows.set(business.id, rows);
    return rows;
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

  /**
   * A row that its source does not have any more says nothing. The business is removed where nobody
   * else says anything of it; what an admin changed stays as it is.
   */
  silence(business: StoredBusiness, row: StoredRow): void {
    if (this.saidByOthers(business, row)) return void this.revise(business, row, NOTHING);
    if (business.isRemoved || !this.isUntouched(business)) return;
    this.reviseRow(row, NOTHING);
    this.setRemoved(business, true);
  }

  /**
   * Takes back the first that a source said of a business, and the business with it where nobody
   * else says anything of it. Its row stays, saying nothing, so that it may be brought again.
   *
   * @param changes of the business, by imports; undefined where the import brought all of it
   * @returns the fields that an admin's value kept, or that all of it was
   */
  takeBack(
    business: StoredBusiness,
    row: StoredRow,
    changes: readonly FieldChanges[] | undefined,
  ): string[] | 'whole' {
    if (business.importDigest === null || this.saidByOthers(business, row)) {
      return this.carry(business, () => this.dropRow(business, row), changes).kept;
    }
    this.remember(business);
    if (this.isUntouched(business)) {
      Object.assign(row, NOTHING, { importId: null, former: [] });
      this.written.add(row);
      this.setRemoved(business, true);
      return [];
    }
    this.dropRow(business, row);
    // From now on it is nobody's but an admin's.
    business.importDigest = null;
    this.updates.add(business);
    return 'whole';
  }

  /** Whether a business was removed because no source had it any more. */
  isTakenBack(business: StoredBusiness): boolean {
    return business.isRemoved && this.rowsOf(business).length > 0 && !this.saidByOthers(business);
  }

  /** Brings back what no source had any more, as a row has it now. */
  revive(business: StoredBusiness, row: NewRow): StoredRow {
    this.remember(business);
    const rows = this.rowsOf(business);
    const own = rows.find(({ sourceId, key }) => sourceId === row.sourceId && key === row.key);
    const revived = own ?? this.newRow(business, row);
    if (own) this.reviseRow(own, row);
    else rows.push(revived);
    this.written.add(revived);
    carryInto(business, valuesOf(business), row.values);
    this.setRemoved(business, false);
    return revived;
  }

  /**
   * Makes a row what it was before the import that changed it last.
   *
   * @param changes as of `takeBack`
   */
  restore(
    business: StoredBusiness,
    row: StoredRow,
    changes: readonly FieldChanges[] | undefined,
  ): Carried {
    const [before, ...former] = row.former;
    const work = () => {
      Object.assign(row, before, { former });
      this.written.add(row);
    };
    return this.carry(business, work, changes);
  }

  /** Whether it has nothing but what sources say. */
  isUntouched(business: StoredBusiness): boolean {
    return adminsFields(valuesOf(business), this.saidOf(business)).length === 0;
  }

  /** Gives a business values as an admin would, whatever sources have; undefined takes one away. */
  edit(business: StoredBusiness, values: Values): void {
    this.remember(business);
    for (const [field, value] of Object.entries(values)) setValue(business, field, value);
    this.updates.add(business);
    this.edits.add(business);
  }

  /** Removes a business, or brings a removed one back. */
  setRemoved(business: StoredBusiness, isRemoved: boolean): void {
    this.remember(business);
    business.isRemoved = isRemoved;
    this.updates.add(business);
  }

  /**
   * Gives slugs to what is new or has another name, and identities to the latter.
   *
   * @param taken the ids of businesses by slugs that they would have, besides those of the directory
   */
  async nameAnew(client: PoolClient, taken?: ReadonlyMap<string, string>): Promise<void> {
    await chooseSlugs(client, [...this.inserts, ...this.renamed()], taken);
    await this.identifyRenamed(client);
  }

  /** What sources say of the businesses of which they say something else than before. */
  writtenRows(): [string, StoredRow[]][] {
    const ids = new Set(Array.from(this.written, ({ businessId }) => businessId));
    return Array.from(ids, (id) => [id, this.rows.get(id)!]);
  }

  async write(client: PoolClient, now: Date): Promise<void> {
    const changed = [...this.inserts, ...this.updates];
    const categories = await ensureCategories(client, changed);
    await runInTurn(client, this.statements(changed, categories, now));
  }

  private *statements(
    changed: readonly StoredBusiness[],
    categories: ReadonlyMap<string, string>,
    now: Date,
  ): Generator<Statement> {
    yield* insertBusinesses(this.inserts, now);
    yield* updateBusinesses(this.updates, now);
    yield* setRemoved(this.withOtherPresence(), now);
    yield* unlinkCategories(this.withFewerCategories());
    yield* linkCategories(changed, categories);
    yield* writeRows(this.written, this.gone);
    if (this.importId !== null) yield* writeHistory(this.importId, this.history(), now);
  }

  private reviseRow(row: StoredRow, change: Partial<StoredRow>): void {
    if (row.importId !== this.importId) {
      const { rank, values, digests, importId, isMissing } = row;
      const former = [{ rank, values, digests, importId, isMissing }, ...row.former];
      row.former = former.slice(0, MAX_FORMER);
    }
    Object.assign(row, change, { importId: this.importId });
    this.written.add(row);
  }

  private dropRow(business: StoredBusiness, row: StoredRow): void {
    const rows = this.rowsOf(business);
    rows.splice(rows.indexOf(row), 1);
    this.written.delete(row);
    this.gone.add(row);
  }

  /** @param changes by imports of the business; where they are given, what they did not bring stays */
  private carry(
    business: StoredBusiness,
    change: () => void,
    changes?: readonly FieldChanges[],
  ): Carried {
    const said = this.saidOf(business);
    const before = changes ? broughtByImports(said, valuesOf(business), changes) : said;
    change();
    this.remember(business);
    const unwritten = this.unwritten.get(business);
    if (unwritten && !this.gone.has(unwritten)) this.written.add(unwritten);
    const carried = carryInto(business, before, this.saidOf(business));
    if (carried.changed.length > 0 && !this.inserts.has(business)) this.updates.add(business);
    return carried;
  }

  private saidOf(business: StoredBusiness): Values {
    const rows = [...this.rowsOf(business)].sort(byPrecedence);
    return combined(
      rows.map(({ values, isMissing }) => (isMissing ? { ...values, status: 'closed' } : values)),
    );
  }

  private saidByOthers(business: StoredBusiness, row?: StoredRow): boolean {
    return this.rowsOf(business).some((other) => other !== row && !isSilent(other));
  }

  private newRow(business: StoredBusiness, row: NewRow): StoredRow {
    const { id: businessId } = business;
    const { importId } = this;
    return { ...row, businessId, importId, isMissing: false, former: [], isMerged: false };
  }

  private remember(business: StoredBusiness): void {
    if (this.inserts.has(business) || this.originals.has(business)) return;
    this.originals.set(business, { values: valuesOf(business), isRemoved: business.isRemoved });
  }

  private renamed(): StoredBusiness[] {
    return [...this.updates].filter((business) => {
      const before = this.originals.get(business)!.values.name as string;
      return normalisedName(before) !== normalisedName(business.name);
    });
  }

  private withOtherPresence(): StoredBusiness[] {
    return [...this.updates].filter(
      (business) => this.originals.get(business)!.isRemoved !== business.isRemoved,
    );
  }

  private withFewerCategories(): StoredBusiness[] {
    return [...this.updates].filter((business) =>
      this.originals
        .get(business)!
        .values.categories?.some((name) => !business.categories.includes(name)),
    );
  }

  /** What other sources recognise a renamed business by, unless another one has it. */
  private async identifyRenamed(client: PoolClient): Promise<void> {
    const renamed = this.renamed();
    if (renamed.length === 0) return;
    const { rows } = await client.query<{ key: string }>(
      'SELECT match_key AS key FROM businesses WHERE match_key = ANY($1)',
      [renamed.map(identityOf)],
    );
    const taken = new Set([
      ...rows.map(({ key }) => key),
      ...Array.from(this.inserts, ({ matchKey }) => matchKey),
    ]);
    for (const business of renamed) {
      const key = identityOf(business);
      if (!taken.has(key)) business.matchKey = key;
      taken.add(key);
    }
  }

  private *history(): Generator<{
    businessId: string;
    before: Values | null;
    after: Values | null;
    isEdit: boolean;
  }> {
    for (const { id } of this.inserts) {
      yield { businessId: id, before: null, after: null, isEdit: false };
    }
    for (const business of this.updates) {
      const original = this.originals.get(business)!;
      const [was, is] = [original.values, valuesOf(business)];
      const fields = [...new Set([...Object.keys(was), ...Object.keys(is)])].filter(
        (field) => JSON.stringify(was[field]) !== JSON.stringify(is[field]),
      );
      const pick = (values: Values) =>
        Object.fromEntries(fields.map((field) => [field, values[field] ?? null]));
      const removal = original.isRemoved !== business.isRemoved;
      yield {
        businessId: business.id,
        before: { ...pick(was), ...(removal && { removed: original.isRemoved }) },
        after: { ...pick(is), ...(removal && { removed: business.isRemoved }) },
        isEdit: this.edits.has(business),
      };
    }
  }
}

/** What a source says of a business for the first time. */
export type NewRow = Pick<
  StoredRow,
  'sourceId' | 'sourceName' | 'key' | 'rank' | 'values' | 'digests'
>;
