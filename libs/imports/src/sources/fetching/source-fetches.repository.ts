import { Injectable } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import { Clock } from '#libs/config/src/clock.js';
import { UNLEASED, leaseExpiry } from '#libs/database/src/sql.js';
import {
  Database,
  type FetchResult,
  type FetchSchedule,
  Prisma,
} from '#libs/database/src/database.js';
import type { Validators } from './file-downloader.js';

const HOUR_MS = 3_600_000;
const PERIODS_MS: Record<FetchSchedule, number> = {
  hourly: HOUR_MS,
  daily: 24 * HOUR_MS,
  weekly: 7 * 24 * HOUR_MS,
};
/** Number of consecutive failures after which a source counts as failing. */
const MAX_FAILURES = 3;

/** A due fetch that this process holds the lease on. */
export interface LeasedFetch extends Validators {
  sourceId: number;
  leaseId: string;
  /** Name of the source. */
  source: string;
  url: string;
  schedule: FetchSchedule;
  /** Number of consecutive failures before this fetch. */
  failures: number;
}

/** Outcome of a fetch. */
export type Fetched = Partial<Validators> & {
  result: FetchResult;
  error?: string;
  importId?: string;
};

/** Stores the schedule and the outcome of fetches. */
@Injectable()
export class SourceFetchesRepository {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** Takes the lease on the fetch that has been due for longest. */
  async leaseDue(seconds: number): Promise<LeasedFetch | undefined> {
    const leaseId = randomUUID();
    const [leased] = await this.database.$queryRaw<LeasedFetch[]>`
      UPDATE source_fetches f
      SET lease_id = ${leaseId}::uuid, leased_until = ${leaseExpiry(seconds)}
      FROM sources s
      WHERE s.id = f.source_id AND f.source_id = (
        SELECT source_id FROM source_fetches
        WHERE next_at <= ${this.clock.now()} AND result IS DISTINCT FROM 'importing' AND ${UNLEASED}
        ORDER BY next_at LIMIT 1
        FOR UPDATE SKIP LOCKED
      )
      RETURNING f.source_id AS "sourceId", f.lease_id AS "leaseId", s.name AS source, f.url,
        f.schedule, f.failures, f.etag, f.last_modified AS "lastModified"`;
    return leased;
  }

  /**
   * Records the outcome of a fetch, schedules the next one and returns the lease.
   *
   * @returns whether the lease was still held. It is not if an admin has changed the source.
   */
  async record(
    { sourceId, leaseId, schedule, failures: before }: LeasedFetch,
    { result, error, ...more }: Fetched,
    tx: Prisma.TransactionClient = this.database,
  ): Promise<boolean> {
    const now = this.clock.now();
    const failures = result === 'failed' ? before + 1 : result === 'unchanged' ? 0 : before;
    const isRetried = result === 'failed' && failures < MAX_FAILURES;
    const nextAt = new Date(now.getTime() + (isRetried ? HOUR_MS : PERIODS_MS[schedule]));
    const { count } = await tx.sourceFetch.updateMany({
      where: { sourceId, leaseId },
      data: { result, error: error ?? null, failures, nextAt, fetchedAt: now, ...FREE, ...more },
    });
    return count > 0;
  }

  /** Returns the lease, so that another process can fetch the file at once. */
  async release({ sourceId, leaseId }: LeasedFetch): Promise<void> {
    await this.database.sourceFetch.updateMany({ where: { sourceId, leaseId }, data: FREE });
  }

  /**
   * Records the outcome of imports of fetched files. The file of a failed import is fetched again
   * even if it has not changed.
   */
  async settleImports(): Promise<void> {
    const soon = new Date(this.clock.now().getTime() + HOUR_MS);
    const hasFailed = Prisma.sql`i.status <> 'finished'`;
    await this.database.$executeRaw`
      UPDATE source_fetches f
      SET result = CASE WHEN ${hasFailed} THEN 'failed' ELSE 'imported' END::fetch_result,
        error = CASE WHEN ${hasFailed} THEN coalesce(i.error, 'The import was cancelled.') END,
        failures = CASE WHEN ${hasFailed} THEN failures + 1 ELSE 0 END,
        next_at = CASE WHEN ${hasFailed} AND failures + 1 < ${MAX_FAILURES}
          THEN least(next_at, ${soon}) ELSE next_at END,
        etag = CASE WHEN ${hasFailed} THEN NULL ELSE etag END,
        last_modified = CASE WHEN ${hasFailed} THEN NULL ELSE last_modified END
      FROM imports i
      WHERE f.result = 'importing' AND i.id = f.import_id
        AND i.status IN ('finished', 'failed', 'cancelled')`;
  }
}

const FREE = { leaseId: null, leasedUntil: null };
