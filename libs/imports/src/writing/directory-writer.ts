import type { PoolClient } from 'pg';
import type { Clock } from '#libs/config/src/clock.js';
import type { CleanBusiness } from '../cleaning/clean-record.js';
import type { BatchTransactions } from './batch-transactions.js';
import { BatchPlan, type Planned } from './batch-plan.js';
import { type Candidate, toCandidate } from './candidate.js';
import { ensureCategories, linkCategories } from './categories.js';
import { chooseSlugs } from './choose-slugs.js';
import { findStored } from './find-stored.js';
import { MetIdentities } from './met-identities.js';
import { insertBusinesses, updateBusinesses } from './write-businesses.js';

/** Brings cleaned rows into the directory, one transaction a batch. */
export class DirectoryWriter {
  private readonly met = new MetIdentities();

  /** @param isDryRun plans all and writes nothing */
  constructor(
    private readonly transactions: BatchTransactions,
    private readonly clock: Clock,
    private readonly isDryRun = false,
  ) {}

  /** @returns what became of each row, in the order given */
  async write(rows: readonly CleanBusiness[]): Promise<Planned[]> {
    const candidates = rows.map(toCandidate);
    const planned = await this.transactions.run((client) => this.writeBatch(client, candidates));
    for (const { identity } of planned) this.met.add(identity);
    return planned;
  }

  private async writeBatch(
    client: PoolClient,
    candidates: readonly Candidate[],
  ): Promise<Planned[]> {
    const plan = new BatchPlan(await findStored(client, candidates), {
      wasMet: (matchKey) => this.met.has(matchKey),
      isDryRun: this.isDryRun,
    });
    const planned = candidates.map((candidate) => plan.add(candidate));
    await chooseSlugs(client, plan.inserts);
    if (this.isDryRun) return planned;

    const changed = [...plan.inserts, ...plan.updates];
    const now = this.clock.now();
    const categories = await ensureCategories(client, changed);
    await insertBusinesses(client, plan.inserts, now);
    await updateBusinesses(client, plan.updates, now);
    await linkCategories(client, changed, categories);
    return planned;
  }
}
