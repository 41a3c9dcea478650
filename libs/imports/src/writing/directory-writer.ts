import type { PoolClient } from 'pg';
import type { Clock } from '#libs/config/src/clock.js';
import type { BatchTransactions } from './batch-transactions.js';
import { BatchPlan, type Planned } from './batch-plan.js';
import type { Candidate } from './candidate.js';
import { DirectoryChanges } from './directory-changes.js';
import { applyEdit, type Edit, type Edited } from './edits.js';
import { findStored, withIds } from './find-stored.js';
import { type ImportSource, UNNAMED } from './import-source.js';
import { MetIdentities } from './met-identities.js';
import { Rehearsal } from './rehearsal.js';
import {
  findMarks,
  findRowsOf,
  groupByBusiness,
  type RowMark,
  type StoredRow,
} from './stored-row.js';

interface Options {
  /** Whose rows they are. */
  source?: ImportSource;
  /** By what the changes are known; without it, they are not remembered and cannot be undone. */
  importId?: string;
  /** Plans all and writes nothing. */
  isDryRun?: boolean;
}

/** Brings cleaned rows into the directory, one transaction a batch. */
export class DirectoryWriter {
  /** The identities and keys that the import had. */
  readonly met = new MetIdentities();
  /** The businesses that it had, by their ids. */
  readonly metBusinesses = new MetIdentities();
  /** Ids of businesses that rows of the import had. */
  private readonly metEdits = new MetIdentities();
  readonly source: ImportSource;
  /** Whether anything was changed, if only what is known of a source. */
  hasWritten = false;
  private readonly importId: string | null;
  /** What a dry run would have written; undefined where it is none. */
  private readonly rehearsal: Rehearsal | undefined;

  constructor(
    private readonly transactions: BatchTransactions,
    private readonly clock: Clock,
    { source = UNNAMED, importId, isDryRun = false }: Options = {},
  ) {
    this.source = source;
    this.importId = importId ?? null;
    if (isDryRun) this.rehearsal = new Rehearsal(source.id);
  }

  get isDryRun(): boolean {
    return this.rehearsal !== undefined;
  }

  /** Whether what a dry run says is what would happen: it remembers so much and no more. */
  get isExact(): boolean {
    return this.rehearsal?.isExact ?? true;
  }

  /**
   * @param onPlanned called when nothing is left but to write; again where the batch is planned anew
   * @returns what became of each row, in the order given
   */
  async write(
    candidates: readonly Candidate[],
    onPlanned: () => void = () => {},
  ): Promise<Planned[]> {
    const planned = await this.transactions.run((client) =>
      this.writeBatch(client, candidates, onPlanned),
    );
    for (const [index, { outcome, identity, key, business }] of planned.entries()) {
      if (outcome === 'repeatsId') continue;
      const { line } = candidates[index]!;
      this.met.add(identity, line);
      if (key !== identity) this.met.add(key, line);
      this.metBusinesses.add(business.id, line);
    }
    return planned;
  }

  /**
   * Writes rows that have the id of a business of this directory.
   *
   * @returns the outcomes of these; other rows are no edits
   */
  async edit(edits: readonly Edit[]): Promise<Map<Edit, Edited>> {
    const edited = await this.transactions.run((client) => this.editBatch(client, edits));
    for (const { id, line } of edited.keys()) {
      this.metEdits.add(id, line);
      this.metBusinesses.add(id, line);
    }
    return edited;
  }

  private async editBatch(client: PoolClient, edits: readonly Edit[]): Promise<Map<Edit, Edited>> {
    const found = await withIds(client, [...new Set(edits.map(({ id }) => id))]);
    const stored = this.rehearsal?.among(found, [], new Map()) ?? found;
    const businesses = new Map(stored.map((business) => [business.id, { ...business }]));
    const changes = new DirectoryChanges(new Map(), this.importId);
    const lines = new Map<string, number>();
    const edited = new Map<Edit, Edited>();
    for (const edit of edits) {
      const { id, line } = edit;
      const business = businesses.get(id);
      if (!business) continue;
      const firstLine = this.metEdits.lineOf(id) ?? lines.get(id);
      edited.set(edit, applyEdit(edit, business, changes, firstLine));
      if (!lines.has(id)) lines.set(id, line);
    }
    await this.finish(client, changes);
    return edited;
  }

  private async writeBatch(
    client: PoolClient,
    candidates: readonly Candidate[],
    onPlanned: () => void,
  ): Promise<Planned[]> {
    const keys = candidates.flatMap(keysOf);
    const marks = await findMarks(client, this.source.id, keys);
    for (const key of this.rehearsal ? keys : []) {
      const mark = this.rehearsal?.markOf(key);
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
    const stored = this.rehearsal?.among(found, candidates, owners) ?? found;
    const { planned, changes } = await this.plan(client, candidates, stored, marks);
    await this.finish(client, changes, onPlanned);
    return planned;
  }

  private async finish(
    client: PoolClient,
    changes: DirectoryChanges,
    onPlanned: () => void = () => {},
  ): Promise<void> {
    await changes.nameAnew(client, this.rehearsal?.slugs);
    if (this.rehearsal) return this.rehearsal.remember(changes);
    onPlanned();
    await changes.write(client, this.clock.now());
    this.hasWritten ||= !changes.isEmpty;
  }

  /** Plans as often as it turns out that more has to be known of what sources said before. */
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
        metOn: (identityOrKey) => this.met.lineOf(identityOrKey),
      });
      const planned = candidates.map((candidate) => plan.add(candidate));
      if (changes.unread.size === 0) return { planned, changes };
      const unread = [...changes.unread];
      const found = groupByBusiness(await findRowsOf(client, unread));
      for (const id of unread) read.set(id, this.rehearsal?.rowsOf(id) ?? found.get(id) ?? []);
    }
  }
}

/** What a row may be known by among its source's. */
function keysOf({ key, matchKey, row }: Candidate): string[] {
  if (key !== undefined) return [key];
  return row.postalCode ? [matchKey, `${matchKey}|${row.postalCode}`] : [matchKey];
}
