import { Injectable } from '@nestjs/common';
import { Clock } from '#libs/config/src/clock.js';
import { Database, Prisma } from '#libs/database/src/database.js';
import { ApiError } from '#libs/http/src/errors/api-error.js';
import type { KeyTraffic } from '#libs/rate-limit/src/traffic/recent-traffic.repository.js';
import type { DeprecatedUsageDto, DeprecatedUsageQuery } from './deprecated-usage.dto.js';
import type {
  BusyKey,
  Step,
  TopKeyDto,
  TopKeysQuery,
  TopSort,
  UsageDto,
  UsageSpan,
  UsageStepDto,
} from './usage.dto.js';

const HOUR_MS = 3_600_000;
const STEP_MS: Record<Step, number> = { hour: HOUR_MS, day: 24 * HOUR_MS };
const USUAL_SPAN_MS: Record<Step, number> = { hour: 24 * HOUR_MS, day: 30 * 24 * HOUR_MS };
const MOST_STEPS = 1000;

const TOP_ORDERS: Record<TopSort, Prisma.Sql> = {
  requests: Prisma.sql`requests DESC, refusals DESC, key_id`,
  refusals: Prisma.sql`refusals DESC, requests DESC, key_id`,
};

/** Reads usage statistics of keys. */
@Injectable()
export class UsageService {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** @throws ApiError `not_found`; `invalid_parameter` if the span is empty or too long */
  async of(keyId: string, { by, ...span }: UsageSpan): Promise<UsageDto> {
    // The span includes the current moment.
    const to = span.to ?? new Date(this.clock.now().getTime() + 1);
    const from = span.from ?? new Date(to.getTime() - USUAL_SPAN_MS[by]);
    expectSpan(from, to, by);
    if (!(await this.database.apiKey.findUnique({ where: { id: keyId }, select: { id: true } }))) {
      throw new ApiError('not_found', 'No key has this id.');
    }
    const lastMoment = new Date(to.getTime() - 1);
    const steps = await this.database.$queryRaw<UsageStepDto[]>`
      SELECT start,
             coalesce(sum(requests), 0)::int AS requests,
             coalesce(sum(refusals), 0)::int AS refusals
      FROM generate_series(
        date_trunc(${by}, ${from}::timestamptz, 'UTC'),
        ${lastMoment}::timestamptz,
        ${`1 ${by}`}::interval
      ) AS start
      LEFT JOIN key_usage
        ON key_id = ${keyId}::uuid AND hour >= start AND hour < start + ${`1 ${by}`}::interval
      GROUP BY start ORDER BY start`;
    const sum = (of: (step: UsageStepDto) => number) =>
      steps.reduce((total, step) => total + of(step), 0);
    return {
      by,
      requests: sum(({ requests }) => requests),
      refusals: sum(({ refusals }) => refusals),
      steps,
    };
  }

  /** Returns the most used keys of the last hours, including the current hour. */
  async top({ hours, sort, limit }: TopKeysQuery): Promise<TopKeyDto[]> {
    const now = this.clock.now().getTime();
    const since = new Date(Math.floor(now / HOUR_MS) * HOUR_MS - (hours - 1) * HOUR_MS);
    return this.database.$queryRaw<TopKeyDto[]>`
      WITH top AS (
        SELECT key_id, sum(requests)::int AS requests, sum(refusals)::int AS refusals,
               max(last_request_at) AS "lastUsedAt"
        FROM key_usage WHERE hour >= ${since}
        GROUP BY key_id ORDER BY ${TOP_ORDERS[sort]} LIMIT ${limit}
      )
      SELECT k.id AS "keyId", k.label, k.owner_email AS "ownerEmail",
             ARRAY(SELECT start FROM api_key_secrets
                   WHERE key_id = k.id ORDER BY created_at DESC, id DESC) AS starts,
             k.limit_per_hour AS "limitPerHour", top.requests, top.refusals, top."lastUsedAt"
      FROM top JOIN api_keys k ON k.id = top.key_id
      ORDER BY ${TOP_ORDERS[sort]}`;
  }

  /** Adds the keys to their recent traffic, and leaves out keys that no longer exist. */
  async withKeys(traffic: readonly KeyTraffic[]): Promise<BusyKey[]> {
    const keys = await this.database.apiKey.findMany({
      where: { id: { in: traffic.map(({ keyId }) => keyId) } },
      select: {
        id: true,
        label: true,
        ownerEmail: true,
        limitPerHour: true,
        secrets: { select: { start: true }, orderBy: [{ createdAt: 'desc' }, { id: 'desc' }] },
      },
    });
    return traffic.flatMap((used) => {
      const key = keys.find(({ id }) => id === used.keyId);
      if (!key) return [];
      const { label, ownerEmail, limitPerHour, secrets } = key;
      return { ...used, label, ownerEmail, limitPerHour, starts: secrets.map((s) => s.start) };
    });
  }

  async ofDeprecated({ operation, page, limit }: DeprecatedUsageQuery) {
    const where = { operation };
    const [uses, total] = await this.database.$transaction([
      this.database.deprecatedUsage.findMany({
        where,
        include: { key: { select: { label: true, ownerEmail: true } } },
        orderBy: [{ lastRequestAt: 'desc' }, { keyId: 'asc' }, { operation: 'asc' }],
        skip: (page - 1) * limit,
        take: limit,
      }),
      this.database.deprecatedUsage.count({ where }),
    ]);
    return {
      items: uses.map(({ key, ...use }): DeprecatedUsageDto => ({ ...use, ...key })),
      total,
    };
  }
}

function expectSpan(from: Date, to: Date, by: Step): void {
  if (from >= to) throw wrongSpan('from must be before to.');
  const sinceStep = from.getTime() % STEP_MS[by];
  if (to.getTime() - from.getTime() + sinceStep > MOST_STEPS * STEP_MS[by]) {
    throw wrongSpan(
      `The span may have at most ${MOST_STEPS} steps. Use a shorter span, or by=day.`,
    );
  }
}

function wrongSpan(message: string): ApiError {
  return new ApiError('invalid_parameter', message, { details: [{ field: 'from', message }] });
}
