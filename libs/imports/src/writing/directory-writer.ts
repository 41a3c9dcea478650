import type { PoolClient } from 'pg';
import type { Clock } from '#libs/config/src/clock.js';
import { addDays, type LocalDate, localDate } from '#libs/geography/src/local-date.js';
import type { BatchTransactions } from './batch-transactions.js';
import { BatchPlan, CONFIRMED_FOR, type Planned } from './batch-plan.js';
import { type Candidate, identitiesOf } from './candidate.js';
import { NewCategories, updateCategoryNames } from './categories.js';
import { DirectoryChanges } from './directory-changes.js';
import { applyEdit, type Edit, type Edited } from './edits.js';
import { type ImportSource, UNNAMED } from './import-source.js';
import { SeenIdentities } from './seen-identities.js';
import { DryRun } from './dry-run.js';
import {
  findMarks,
  findRowsOf,
  findUnchanged,
  type UnchangedRow,
} from './source-rows.repository.js';
import type { StoredBusiness } from './stored-business.js';
import { findStored, withIds } from './stored-businesses.repository.js';
import type { RowMark, StoredRow } from './stored-row.js';

interface Options {
  /** Source of the rows. */
  source?: ImportSource;
  /** Id under which changes are recorded; without it, they can't be undone. */
  importId?: string;
  /** Plans every change but writes nothing. */
  isDryRun?: boolean;
}

/** Writes cleaned rows to the directory, one transaction per batch. */
export class DirectoryWriter {
  /** Identities and keys seen by the import. */
  readonly seen = new SeenIdentities();
  /** Ids of businesses that rows of the source describe. */
  readonly seenBusinesses = new SeenIdentities();
  /** Number of rows that may be of any business: damaged ones, and ones without an id. */
  unidentifiedRows = 0;
  /** Ids of businesses that rows have, or name although they repeat the id of another row. */
  readonly namedBusinesses = new SeenIdentities();
  /** Top-level categories that the import added. */
  readonly newCategories = new NewCategories();
  readonly source: ImportSource;
  /** True once the import wrote anything, including changes to source rows only. */
  hasWritten = false;
  /** Id under which changes are recorded; null if they can't be undone. */
  readonly importId: string | null;
  /** Changes that a dry run would have written; undefined for a real import. */
  readonly dryRun: DryRun | undefined;

  constructor(
    readonly transactions: BatchTransactions,
    private readonly clock: Clock,
    { source = UNNAMED, importId, isDryRun = false }: Options = {},
  ) {
    this.source = source;
    this.importId = importId ?? null;
    if (isDryRun) this.dryRun = new DryRun(source.id);
  }

  get today(): LocalDate {
    return localDate(this.clock.now());
  }

  /**
   * @param onPlanned called when only writing is left; called again if the batch is planned again
   * @returns the outcome of each row, in the given order
   */
  async write(
    candidates: readonly Candidate[],
    onPlanned: () => void = () => {},
  ): Promise<Planned[]> {
    const planned = await this.transactions.run((client) =>
      this.writeBatch(client, candidates, onPlanned),
    );
    for (const [index, each] of planned.entries()) {
      if (each.outcome !== 'repeatsId') {
        this.markSeen(each, each.business.id, candidates[index]!.line);
      } else if (each.named) this.namedBusinesses.add(each.named.id, 0);
    }
    return planned;
  }

  /**
   * Finds rows that an earlier import already wrote, and whose businesses they would leave unchanged.
   *
   * @param rawDigests digests of the rows before cleaning
   * @returns rows that the import has not seen, by digest
   */
  async findUnchanged(rawDigests: readonly string[]): Promise<Map<string, UnchangedRow>> {
    if (rawDigests.length === 0) return new Map();
    const confirmedSince =
      this.source.id === UNNAMED.id ? null : addDays(this.today, -CONFIRMED_FOR);
    const rows = await this.transactions.read((client) =>
      findUnchanged(client, this.source, rawDigests, confirmedSince),
    );
    return new Map(
      rows.filter(({ key }) => !this.seen.has(key)).map((row) => [row.rawDigest, row]),
    );
  }

  markSeen(row: Pick<UnchangedRow, 'identity' | 'key'>, businessId: string, line: number): void {
    this.seen.add(row.identity, line);
    if (row.key !== row.identity) this.seen.add(row.key, line);
    this.seenBusinesses.add(businessId, line);
  }

  /**
   * Writes rows that have a business id of this directory.
   *
   * @returns the outcomes of these rows; other rows are not edits
   */
  async edit(edits: readonly Edit[]): Promise<Map<Edit, Edited>> {
    const edited = await this.transactions.run((client) => this.editBatch(client, edits));
    for (const [{ id, line }, { outcome }] of edited) {
      this.namedBusinesses.add(id, outcome === 'rejected' ? 0 : line);
    }
    return edited;
  }

  private async editBatch(client: PoolClient, edits: readonly Edit[]): Promise<Map<Edit, Edited>> {
    const ids = edits.map(({ id }) => id);
    const businesses = await this.businessesWith(client, ids);
    const changes = new DirectoryChanges(new Map(), this.importId);
    const lines = new Map<string, number>();
    const edited = new Map<Edit, Edited>();
    for (const edit of edits) {
      const { id, line } = edit;
      const business = businesses.get(id);
      if (!business) continue;
      const firstLine = this.namedBusinesses.lineOf(id) ?? lines.get(id);
      const applied = applyEdit(edit, business, changes, this.today, firstLine);
      edited.set(edit, applied);
      // A later row may correct a rejected one.
      if (applied.outcome !== 'rejected' && !lines.has(id)) lines.set(id, line);
    }
    await this.finish(client, changes);
    return edited;
  }

  private async writeBatch(
    client: PoolClient,
    candidates: readonly Candidate[],
    onPlanned: () => void,
  ): Promise<Planned[]> {
    await updateCategoryNames(
      client,
      candidates.map(({ row }) => row),
    );
    const keys = candidates.flatMap(keysOf);
    const marks = await findMarks(client, this.source.id, keys);
    for (const key of keys) {
      const mark = this.dryRun?.marks.get(key);
      if (mark) marks.set(key, mark);
    }
    const owners = new Map<Candidate, string>();
    for (const candidate of candidates) {
      for (const key of keysOf(candidate)) {
        const mark = marks.get(key);
        if (mark) owners.set(candidate, mark.businessId);
      }
    }
    const found = await findStored(client, candidates, owners);
    const stored = this.dryRun?.among(found, candidates, owners) ?? found;
    const { planned, changes } = await this.plan(client, candidates, stored, marks);
    await this.finish(client, changes, onPlanned);
    return planned;
  }

  /**
   * Changes businesses that the import did not see, and writes the changes unless it is a dry run.
   *
   * @param work changes the businesses and their source rows
   */
  async change(
    client: PoolClient,
    ids: readonly string[],
    work: (
      businesses: ReadonlyMap<string, StoredBusiness>,
      rows: ReadonlyMap<string, StoredRow[]>,
      changes: DirectoryChanges,
    ) => void,
  ): Promise<DirectoryChanges> {
    const businesses = await this.businessesWith(client, ids);
    const rows = await this.rowsOf(client, ids);
    const changes = new DirectoryChanges(rows, this.importId);
    work(businesses, rows, changes);
    await this.finish(client, changes);
    return changes;
  }

  private async businessesWith(client: PoolClient, ids: readonly string[]) {
    const found = await withIds(client, ids);
    const stored = this.dryRun?.among(found, [], new Map()) ?? found;
    return new Map(stored.map((business) => [business.id, { ...business }]));
  }

  private async rowsOf(client: PoolClient, ids: readonly string[]) {
    const found = await findRowsOf(client, ids);
    return new Map(ids.map((id) => [id, this.dryRun?.rows.get(id) ?? found.get(id) ?? []]));
  }

  private async finish(
    client: PoolClient,
    changes: DirectoryChanges,
    onPlanned: () => void = () => {},
  ): Promise<void> {
    await this.newCategories.collect(client, changes.categoryChanges().gained);
    await changes.assignSlugs(client, this.dryRun?.slugs);
    if (this.dryRun) return this.dryRun.remember(changes);
    onPlanned();
    await changes.write(client, this.clock.now());
    this.hasWritten ||= !changes.isEmpty;
  }

  /** Plans a batch, and repeats this whenever more source rows must be read. */
  private async plan(
    client: PoolClient,
    candidates: readonly Candidate[],
    stored: Awaited<ReturnType<typeof findStored>>,
    marks: ReadonlyMap<string, RowMark>,
  ): Promise<{ planned: Planned[]; changes: DirectoryChanges }> {
    const read = new Map<string, StoredRow[]>();
    for (;;) {
      const changes = new DirectoryChanges(structuredClone(read), this.importId);
      const copies = stored.map((business) => ({ ...business }));
      const plan = new BatchPlan(copies, changes, {
        source: this.source,
        marks,
        today: this.today,
        firstLineOf: (identityOrKey) => this.seen.lineOf(identityOrKey),
      });
      const planned = candidates.map((candidate) => plan.add(candidate));
      if (changes.unread.size === 0) return { planned, changes };
      const rows = await this.rowsOf(client, [...changes.unread]);
      for (const [id, found] of rows) read.set(id, found);
    }
  }
}

/** Returns the keys that may identify a row within its source. */
function keysOf(candidate: Candidate): string[] {
  return candidate.key === undefined ? identitiesOf(candidate) : [candidate.key];
}
