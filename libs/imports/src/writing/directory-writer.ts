import type { PoolClient } from 'pg';
import type { Clock } from '#libs/config/src/clock.js';
import type { BatchTransactions } from './batch-transactions.js';
import { BatchPlan, type Planned } from './batch-plan.js';
import { type Candidate, type KeyedRow, toCandidate } from './candidate.js';
import { DirectoryChanges } from './directory-changes.js';
import { findStored } from './find-stored.js';
import { type ImportSource, UNNAMED } from './import-source.js';
import { MetIdentities } from './met-identities.js';
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
  readonly source: ImportSource;
  /** Whether anything was changed, if only what is known of a source. */
  hasWritten = false;
  private readonly importId: string | null;
  private readonly isDryRun: boolean;

  constructor(
    private readonly transactions: BatchTransactions,
    private readonly clock: Clock,
    { source = UNNAMED, importId, isDryRun = false }: Options = {},
  ) {
    this.source = source;
    this.importId = importId ?? null;
    this.isDryRun = isDryRun;
  }

  /** @returns what became of each row, in the order given */
  async write(rows: readonly KeyedRow[]): Promise<Planned[]> {
    const candidates = rows.map(toCandidate);
    const planned = await this.transactions.run((client) => this.writeBatch(client, candidates));
    for (const { identity, key } of planned) {
      this.met.add(identity);
      if (key !== identity) this.met.add(key);
    }
    return planned;
  }

  private async writeBatch(
    client: PoolClient,
    candidates: readonly Candidate[],
  ): Promise<Planned[]> {
    const marks = await findMarks(client, this.source.id, candidates.flatMap(keysOf));
    const owners = new Map<Candidate, string>();
    for (const candidate of candidates) {
      for (const key of keysOf(candidate)) {
        const mark = marks.get(key);
        if (mark) owners.set(candidate, mark.businessId);
      }
    }
    const stored = await findStored(client, candidates, owners);
    const { planned, changes } = await this.plan(client, candidates, stored, marks);
    await changes.chooseSlugs(client);
    if (!this.isDryRun) await changes.write(client, this.clock.now());
    this.hasWritten ||= !this.isDryRun && !changes.isEmpty;
    return planned;
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
        wasMet: (identityOrKey) => this.met.has(identityOrKey),
        isDryRun: this.isDryRun,
      });
      const planned = candidates.map((candidate) => plan.add(candidate));
      if (changes.unread.size === 0) return { planned, changes };
      const unread = [...changes.unread];
      const found = groupByBusiness(await findRowsOf(client, unread));
      for (const id of unread) read.set(id, found.get(id) ?? []);
    }
  }
}

/** What a row may be known by among its source's. */
function keysOf({ key, matchKey, row }: Candidate): string[] {
  if (key !== undefined) return [key];
  return row.postalCode ? [matchKey, `${matchKey}|${row.postalCode}`] : [matchKey];
}
