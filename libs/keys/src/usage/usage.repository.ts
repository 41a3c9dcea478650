import { Injectable } from '@nestjs/common';
import { Database, Prisma, pageOf } from '#libs/database/src/database.js';
import type { UsageOfKey, Step, TopSort, UsageStepDto } from './usage.dto.js';

/** Counters of a key. Times are Unix epoch milliseconds. */
export interface Use {
  keyId: string;
  requests: number;
  refusals: number;
  /** Time of the last request. */
  last: number;
}

export interface HourOfUse extends Use {
  hour: number;
}

export interface DeprecatedUse extends Use {
  operation: string;
}

const TOP_ORDERS: Record<TopSort, Prisma.Sql> = {
  requests: Prisma.sql`requests DESC, refusals DESC, key_id`,
  refusals: Prisma.sql`refusals DESC, requests DESC, key_id`,
};

/** Keeps the order of the rows, which prevents deadlocks. A join could change it. */
const KEY_EXISTS = 'key_id = ANY (ARRAY(SELECT id FROM api_keys WHERE id = ANY ($1::uuid[])))';

/** Stores usage counters of keys. */
@Injectable()
export class UsageRepository {
  constructor(private readonly database: Database) {}

  /**
   * Adds to the counters of keys and hours. Keys that no longer exist are skipped, because their
   * counters would keep the others from being saved.
   */
  async addHours(uses: readonly HourOfUse[]): Promise<void> {
    await this.database.pool.query(
      `INSERT INTO key_usage (key_id, hour, requests, refusals, last_request_at)
       SELECT * FROM unnest($1::uuid[], $2::timestamptz[], $3::int[], $4::int[], $5::timestamptz[])
         AS used (key_id)
       WHERE ${KEY_EXISTS}
       ON CONFLICT (key_id, hour) DO UPDATE SET
         requests = key_usage.requests + excluded.requests,
         refusals = key_usage.refusals + excluded.refusals,
         last_request_at = greatest(key_usage.last_request_at, excluded.last_request_at)`,
      [
        uses.map(({ keyId }) => keyId),
        uses.map(({ hour }) => new Date(hour)),
        uses.map(({ requests }) => requests),
        uses.map(({ refusals }) => refusals),
        uses.map(({ last }) => new Date(last)),
      ],
    );
  }

  /** Adds to the counters of keys and deprecated operations, like `addHours`. */
  async addDeprecated(uses: readonly DeprecatedUse[]): Promise<void> {
    await this.database.pool.query(
      `INSERT INTO deprecated_usage (key_id, operation, requests, last_request_at)
       SELECT * FROM unnest($1::uuid[], $2::text[], $3::int[], $4::timestamptz[])
         AS used (key_id)
       WHERE ${KEY_EXISTS}
       ON CONFLICT (key_id, operation) DO UPDATE SET
         requests = deprecated_usage.requests + excluded.requests,
         last_request_at = greatest(deprecated_usage.last_request_at, excluded.last_request_at)`,
      [
        uses.map(({ keyId }) => keyId),
        uses.map(({ operation }) => operation),
        uses.map(({ requests }) => requests),
        uses.map(({ last }) => new Date(last)),
      ],
    );
  }

  async removeBefore(oldest: Date): Promise<void> {
    await this.database.pool.query('DELETE FROM key_usage WHERE hour < $1', [oldest]);
    await this.database.pool.query('DELETE FROM deprecated_usage WHERE last_request_at < $1', [
      oldest,
    ]);
  }

  /** Returns the usage of a key per hour or day of a span, including its last moment. */
  steps(keyId: string, by: Step, from: Date, lastMoment: Date): Promise<UsageStepDto[]> {
    return this.database.$queryRaw<UsageStepDto[]>`
      SELECT start,
             coalesce(sum(requests), 0)::float8 AS requests,
             coalesce(sum(refusals), 0)::float8 AS refusals
      FROM generate_series(
        date_trunc(${by}, ${from}::timestamptz, 'UTC'),
        ${lastMoment}::timestamptz,
        ${`1 ${by}`}::interval
      ) AS start
      LEFT JOIN key_usage
        ON key_id = ${keyId}::uuid AND hour >= start AND hour < start + ${`1 ${by}`}::interval
      GROUP BY start ORDER BY start`;
  }

  /** Returns the usage of the most used keys since the given hour. */
  top(since: Date, sort: TopSort, limit: number): Promise<UsageOfKey[]> {
    return this.database.$queryRaw<UsageOfKey[]>`
      SELECT key_id AS "keyId", sum(requests)::float8 AS requests, sum(refusals)::float8 AS refusals,
             max(last_request_at) AS "lastUsedAt"
      FROM key_usage WHERE hour >= ${since}
      GROUP BY key_id ORDER BY ${TOP_ORDERS[sort]} LIMIT ${limit}`;
  }

  /** Returns a page of uses of deprecated operations with their keys, latest first, and the total. */
  listDeprecated(operation: string | undefined, skip: number, take: number) {
    const where = { operation };
    return pageOf(
      this.database.deprecatedUsage.findMany({
        where,
        include: { key: { select: { label: true, ownerEmail: true } } },
        orderBy: [{ lastRequestAt: 'desc' }, { keyId: 'asc' }, { operation: 'asc' }],
        skip,
        take,
      }),
      this.database.deprecatedUsage.count({ where }),
    );
  }
}
