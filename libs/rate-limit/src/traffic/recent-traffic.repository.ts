import { Injectable } from '@nestjs/common';
import { Clock } from '#libs/config/src/clock.js';
import { Database } from '#libs/database/src/database.js';
import { ADDRESS, KEY, MINUTE_PREFIXES } from '../rate-limit-subject.js';

const MINUTE_MS = 60_000;
/** Retention of a minute. */
export const KEPT_MINUTES = 60;

/** Traffic of one bucket over a period. */
export interface Traffic {
  /** Allowed requests, whatever their response. */
  requests: number;
  /** Requests over the limit. */
  refusals: number;
  /** Total time from the first byte of each request to the last of its response. */
  milliseconds: number;
}

export interface Caller extends Traffic {
  /** Bucket its requests count against. */
  bucket: string;
}

interface KeyTraffic extends Traffic {
  keyId: string;
}

export const TRAFFIC_SORTS = ['requests', 'refusals', 'time'] as const;
export type TrafficSort = (typeof TRAFFIC_SORTS)[number];

const ORDERS: Record<TrafficSort, string> = {
  requests: 'requests DESC, refusals DESC',
  refusals: 'refusals DESC, requests DESC',
  time: 'milliseconds DESC, requests DESC',
};

export interface TopTraffic {
  minutes: number;
  sort: TrafficSort;
  /** Maximum number of results. */
  limit: number;
}

/** Stores traffic per bucket and minute. All processes share it. */
@Injectable()
export class RecentTrafficRepository {
  /** Start of the oldest minute not deleted. */
  private keptSince = 0;

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** Adds to the current minute and deletes expired ones. */
  async add(callers: readonly Caller[]): Promise<void> {
    await this.deleteExpired();
    if (callers.length === 0) return;
    // Use the same order everywhere to avoid deadlocks between processes.
    const rows = callers.toSorted((a, b) => (a.bucket < b.bucket ? -1 : 1));
    await this.database.pool.query(
      `INSERT INTO recent_traffic (minute, bucket, requests, refusals, milliseconds)
       SELECT $1, * FROM unnest($2::text[], $3::int[], $4::int[], $5::float8[])
       ON CONFLICT (minute, bucket) DO UPDATE SET
         requests = recent_traffic.requests + excluded.requests,
         refusals = recent_traffic.refusals + excluded.refusals,
         milliseconds = recent_traffic.milliseconds + excluded.milliseconds`,
      [
        this.minuteBefore(0),
        rows.map(({ bucket }) => bucket),
        rows.map(({ requests }) => requests),
        rows.map(({ refusals }) => refusals),
        rows.map(({ milliseconds }) => milliseconds),
      ],
    );
  }

  private async deleteExpired(): Promise<void> {
    const oldest = this.minuteBefore(KEPT_MINUTES);
    if (oldest.getTime() === this.keptSince) return;
    await this.database.pool.query('DELETE FROM recent_traffic WHERE minute < $1', [oldest]);
    this.keptSince = oldest.getTime();
  }

  /** Returns the ids of the most used keys in the last minutes, including the current one. */
  async topKeys(top: TopTraffic): Promise<KeyTraffic[]> {
    return this.top('keyId', [KEY], top);
  }

  /** Returns the addresses with the most requests without a valid key, over all surfaces. */
  async topAddresses(top: TopTraffic): Promise<(Traffic & { address: string })[]> {
    return this.top('address', [ADDRESS, ...MINUTE_PREFIXES], top);
  }

  private async top<Name extends string>(
    name: Name,
    prefixes: string[],
    { minutes, sort, limit }: TopTraffic,
  ): Promise<(Traffic & Record<Name, string>)[]> {
    const { rows } = await this.database.pool.query<Traffic & Record<Name, string>>(
      `SELECT substr(bucket, strpos(bucket, ':') + 1) AS "${name}",
              sum(requests)::int AS requests, sum(refusals)::int AS refusals,
              round(sum(milliseconds)::numeric, 1)::float8 AS milliseconds
       FROM recent_traffic
       WHERE minute >= $1 AND left(bucket, strpos(bucket, ':')) = ANY($2::text[])
       GROUP BY 1 ORDER BY ${ORDERS[sort]}, 1 LIMIT $3`,
      [this.minuteBefore(minutes - 1), prefixes, limit],
    );
    return rows;
  }

  /** Returns the start of the minute that many minutes before the current one. */
  private minuteBefore(minutes: number): Date {
    const present = Math.floor(this.clock.now().getTime() / MINUTE_MS);
    return new Date((present - minutes) * MINUTE_MS);
  }
}
