import { setTimeout as delay } from 'node:timers/promises';
import type { PoolClient } from 'pg';
import type { Clock } from '#libs/config/src/clock.js';
import type { Database } from '#libs/database/src/database.js';
import type { CleanBusiness } from '../cleaning/clean-record.js';
import { BatchPlan, type Planned, toCandidate } from './batch-plan.js';
import { chooseSlugs } from './choose-slugs.js';
import { findStored } from './find-stored.js';
import { linkCategories } from './link-categories.js';
import { MetIdentities } from './met-identities.js';
import { insertBusinesses, updateBusinesses } from './write-businesses.js';

/** Imports that run at once take turns, batch by batch. Any number nobody else locks: "mnbi". */
const IMPORT_LOCK = 0x6d6e6269;
const ATTEMPTS = 3;

/** Brings cleaned rows into the directory, one transaction a batch. */
export class DirectoryWriter {
  private readonly met = new MetIdentities();

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** @returns what became of each row, in the order given */
  async write(rows: readonly CleanBusiness[]): Promise<Planned[]> {
    const candidates = rows.map(toCandidate);
    const planned = await this.inTransaction(async (client) => {
      const stored = await findStored(client, [...new Set(candidates.map((c) => c.matchKey))]);
      const plan = new BatchPlan(stored, (matchKey) => this.met.has(matchKey));
      const outcomes = candidates.map((candidate) => plan.add(candidate));
      const now = this.clock.now();
      await chooseSlugs(client, plan.inserts);
      await insertBusinesses(client, plan.inserts, now);
      await updateBusinesses(client, plan.updates, now);
      await linkCategories(client, [...plan.inserts, ...plan.updates]);
      return outcomes;
    });
    for (const { matchKey } of candidates) this.met.add(matchKey);
    return planned;
  }

  /** A batch that collides with somebody else's change (a slug taken meanwhile) is planned anew. */
  private async inTransaction<T>(
    work: (client: PoolClient) => Promise<T>,
    attempt = 1,
  ): Promise<T> {
    const client = await this.database.pool.connect();
    try {
      await client.query('BEGIN');
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
