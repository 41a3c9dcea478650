import { Injectable } from '@nestjs/common';
import { Clock } from '#libs/config/src/clock.js';
import { type ApiKeyState, Database, Prisma } from '#libs/database/src/database.js';
import type { Paged } from '#libs/http/src/csv-answers.js';
import { ApiError } from '#libs/http/src/errors/api-error.js';
import type { KeyDto, KeySecretDto, KeySort, KeyState, ListKeysQuery } from './key.dto.js';

interface KeyRow extends Omit<KeyDto, 'secrets' | 'state'> {
  state: ApiKeyState;
}

const USE_DAYS = 30;

const ORDERS: Record<KeySort, Prisma.Sql> = {
  newest: Prisma.sql`k.created_at DESC, k.id DESC`,
  requests: Prisma.sql`requests DESC, k.created_at DESC, k.id DESC`,
  lastUsed: Prisma.sql`"lastUsedAt" DESC NULLS LAST, k.created_at DESC, k.id DESC`,
};

/** Lists keys for admins, with their usage in the last 30 days. */
@Injectable()
export class KeysService {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  async list({ state, q, sort, page, limit }: Paged<ListKeysQuery>) {
    const now = this.clock.now();
    const where = Prisma.join(
      [Prisma.sql`TRUE`, ...(state ? [inState(state, now)] : []), ...(q ? [matches(q)] : [])],
      ' AND ',
    );
    const [rows, [counted]] = await Promise.all([
      this.select(where, ORDERS[sort], limit, (page - 1) * limit),
      this.database.$queryRaw<{ total: number }[]>`
        SELECT count(*)::int AS total FROM api_keys k WHERE ${where}`,
    ]);
    return { items: await this.withSecrets(rows), total: counted!.total };
  }

  /** @throws ApiError `not_found` */
  async get(id: string): Promise<KeyDto> {
    const rows = await this.select(Prisma.sql`k.id = ${id}::uuid`, ORDERS.newest, 1, 0);
    const [key] = await this.withSecrets(rows);
    if (!key) throw new ApiError('not_found', 'No key has this id.');
    return key;
  }

  private select(where: Prisma.Sql, order: Prisma.Sql, limit: number, offset: number) {
    const since = new Date(this.clock.now().getTime() - USE_DAYS * 24 * 3_600_000);
    return this.database.$queryRaw<KeyRow[]>`
      SELECT k.id, k.request_id AS "requestId", k.label, k.owner_name AS "ownerName",
             k.owner_email AS "ownerEmail", k.limit_per_hour AS "limitPerHour", k.state::text,
             k.state_reason AS "stateReason", k.expires_at AS "expiresAt",
             k.created_at AS "createdAt", u.last AS "lastUsedAt",
             coalesce(u.requests, 0)::int AS requests, coalesce(u.refusals, 0)::int AS refusals
      FROM api_keys k
      LEFT JOIN LATERAL (
        SELECT max(last_request_at) AS last,
               sum(requests) FILTER (WHERE hour >= ${since}) AS requests,
               sum(refusals) FILTER (WHERE hour >= ${since}) AS refusals
        FROM key_usage WHERE key_id = k.id
      ) u ON TRUE
      WHERE ${where} ORDER BY ${order} LIMIT ${limit} OFFSET ${offset}`;
  }

  private async withSecrets(rows: KeyRow[]): Promise<KeyDto[]> {
    const now = this.clock.now();
    const secrets = await this.database.apiKeySecret.findMany({
      where: { keyId: { in: rows.map(({ id }) => id) } },
      select: { id: true, keyId: true, start: true, createdAt: true, expiresAt: true },
      orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    });
    const keys = new Map(
      rows.map((row) => [
        row.id,
        { ...row, state: shownState(row, now), secrets: [] as KeySecretDto[] },
      ]),
    );
    for (const { keyId, ...secret } of secrets) keys.get(keyId)!.secrets.push(secret);
    return [...keys.values()];
  }
}

/**
 * Derives the shown state. `expired` is not stored: it follows from the expiry, and only `revoked`
 * takes precedence over it.
 */
function shownState({ state, expiresAt }: KeyRow, now: Date): KeyState {
  return state !== 'revoked' && expiresAt && expiresAt <= now ? 'expired' : state;
}

function inState(state: KeyState, now: Date): Prisma.Sql {
  if (state === 'revoked') return Prisma.sql`k.state = 'revoked'`;
  const expired = Prisma.sql`(k.expires_at IS NOT NULL AND k.expires_at <= ${now})`;
  if (state === 'expired') return Prisma.sql`k.state <> 'revoked' AND ${expired}`;
  return Prisma.sql`k.state::text = ${state} AND NOT ${expired}`;
}

function matches(q: string): Prisma.Sql {
  const literal = q.replace(/[\\%_]/g, '\\$&');
  const pattern = `%${literal}%`;
  return Prisma.sql`(k.label ILIKE ${pattern} OR k.owner_name ILIKE ${pattern}
                     OR k.owner_email ILIKE ${pattern}
                     OR EXISTS (SELECT FROM api_key_secrets s
                                WHERE s.key_id = k.id AND s.start LIKE ${`${literal}%`}))`;
}
