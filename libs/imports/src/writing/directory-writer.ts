import { setTimeout as delay } from 'node:timers/promises';
import type { PoolClient } from 'pg';
import type { Clock } from '#libs/config/src/clock.js';
import type { Database } from '#libs/database/src/database.js';
import type { CleanBusiness } from '../cleaning/clean-record.js';
import { BatchPlan, type Planned } from './batch-plan.js';
import { type Candidate, toCandidate } from './candidate.js';
import { ensureCategories, linkCategories } from './categories.js';
import { chooseSlugs } from './choose-slugs.js';
import { findStored } from './find-stored.js';
import { MetIdentities } from './met-identities.js';
import { insertBusinesses, updateBusinesses } from './write-businesses.js';

/** Imports that run at once take turns, batch by batch. Any number nobody else locks: "mnbi". */
const IMPORT_LOCK = 0x6d6e6269;
const ATTEMPTS = 3;

/** Brings cleaned rows into the directory, one transaction a batch. */
export class DirectoryWriter {
  private readonly met = new MetIdentities();

  /** @param isDryRun plans all and writes nothing */
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly isDryRun = false,
  ) {}

  /** @returns what became of each row, in the order given */
  async write(rows: readonly CleanBusiness[]): Promise<Planned[]> {
    const candidates = rows.map(toCandidate);
    const planned = await this.inTransaction((client) => this.bring(client, candidates));
    for (const { matchKey } of candidates) this.met.add(matchKey);
    return planned;
  }

  private async bring(client: PoolClient, candidates: readonly Candidate[]): Promise<Planned[]> {
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

  /** A batch that collides with somebody else's change (a slug taken meanwhile) is planned anew. */
  private async inTransaction<T>(
    work: (client: PoolClient) => Promise<T>,
    attempt = 1,
  ): Promise<T> {
    const client = await this.database.pool.connect();
    try {
      // Compiling a batch's queries costs more than running them; a batch takes as long as it takes.
      await client.query('BEGIN; SET LOCAL jit = off; SET LOCAL statement_timeout = 0');
      await client.query('SELECT pg_advisory_xact_lock($1)', [IMPORT_LOCK]);
      const result = await work(client);
      await client.query('COMMIT');
      client.release();
      return result;
    } catch (error) {
      // A connection that cannot even roll back is not given back to the pool.
      await client.query('ROLLBACK').then(
        () => client.release(),
        () => client.release(true),
      );
      if (attempt === ATTEMPTS || !isCollision(error)) throw error;
    }
    await delay(attempt * 50);
    return this.inTransaction(work, attempt + 1);
  }
}

/** Unique violation, serialization failure, deadlock (PostgreSQL, Appendix A). */
function isCollision(error: unknown): boolean {
  return ['23505', '40001', '40P01'].includes(String((error as { code?: unknown }).code));
}
