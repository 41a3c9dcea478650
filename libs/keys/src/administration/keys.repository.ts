import { Injectable } from '@nestjs/common';
import {
  type ApiKey,
  type ApiKeyState,
  Database,
  Prisma,
  pageOf,
} from '#libs/database/src/database.js';
import { likeLiteral } from '#libs/database/src/sql.js';
import type { Settlement } from '#libs/mail/src/deliveries/composers.js';
import type { KeyDto, KeySort, KeyState } from './key.dto.js';

export interface KeyRow extends Omit<KeyDto, 'secrets' | 'state'> {
  state: ApiKeyState;
}

export interface KeyFilter {
  /** State at the time `now`. */
  state?: KeyState;
  /** Part of a label, an owner or an owner's address, or a secret or its start. */
  q?: string;
  now: Date;
}

/** Facts about a secret that decide whether a request may use it. */
export interface KnownSecret {
  keyId: string;
  limitPerHour: number;
  state: ApiKeyState;
  keyExpiresAt: Date | null;
  /** Set if a newer secret has replaced this one. */
  secretExpiresAt: Date | null;
}

const ORDERS: Record<KeySort, Prisma.Sql> = {
  newest: Prisma.sql`k.created_at DESC, k.id DESC`,
  requests: Prisma.sql`requests DESC, k.created_at DESC, k.id DESC`,
  lastUsed: Prisma.sql`"lastUsedAt" DESC NULLS LAST, k.created_at DESC, k.id DESC`,
};

const NEWEST_SECRETS: Prisma.ApiKeySecretOrderByWithRelationInput[] = [
  { createdAt: 'desc' },
  { id: 'desc' },
];

/** Stores API keys and the hashes of their secrets. */
@Injectable()
export class KeysRepository {
  constructor(private readonly database: Database) {}

  /** Returns a page of keys with their usage since the given time, and their total. */
  list(filter: KeyFilter, sort: KeySort, usedSince: Date, skip: number, take: number) {
    const where = whereOf(filter);
    return pageOf(this.select(where, usedSince, ORDERS[sort], take, skip), this.count(where));
  }

  private async count(where: Prisma.Sql): Promise<number> {
    const [counted] = await this.database.$queryRaw<{ total: number }[]>`
      SELECT count(*)::int AS total FROM api_keys k WHERE ${where}`;
    return counted!.total;
  }

  /** Returns a key with its usage since the given time. */
  async findWithUsage(id: string, usedSince: Date): Promise<KeyRow | undefined> {
    const [key] = await this.select(Prisma.sql`k.id = ${id}::uuid`, usedSince, ORDERS.newest, 1, 0);
    return key;
  }

  private select(
    where: Prisma.Sql,
    usedSince: Date,
    order: Prisma.Sql,
    limit: number,
    offset: number,
  ): Promise<KeyRow[]> {
    return this.database.$queryRaw<KeyRow[]>`
      SELECT k.id, k.request_id AS "requestId", k.label, k.owner_name AS "ownerName",
             k.owner_email AS "ownerEmail", k.limit_per_hour AS "limitPerHour", k.state::text,
             k.state_reason AS "stateReason", k.expires_at AS "expiresAt",
             k.created_at AS "createdAt", u.last AS "lastUsedAt",
             coalesce(u.requests, 0)::float8 AS requests,
             coalesce(u.refusals, 0)::float8 AS refusals
      FROM api_keys k
      LEFT JOIN LATERAL (
        SELECT max(last_request_at) AS last,
               sum(requests) FILTER (WHERE hour >= ${usedSince}) AS requests,
               sum(refusals) FILTER (WHERE hour >= ${usedSince}) AS refusals
        FROM key_usage WHERE key_id = k.id
      ) u ON TRUE
      WHERE ${where} ORDER BY ${order} LIMIT ${limit} OFFSET ${offset}`;
  }

  findById(id: string, tx: Prisma.TransactionClient = this.database): Promise<ApiKey | null> {
    return tx.apiKey.findUnique({ where: { id } });
  }

  findByRequest(requestId: string, tx: Prisma.TransactionClient): Promise<ApiKey | null> {
    return tx.apiKey.findUnique({ where: { requestId } });
  }

  /** Returns keys with the starts of their secrets, newest first. */
  async findWithStarts(ids: string[]) {
    const keys = await this.database.apiKey.findMany({
      where: { id: { in: ids } },
      include: { secrets: startsOf() },
    });
    return keys.map(withStarts);
  }

  /** Returns a key with the starts of the secrets that work at the time, newest first. */
  async getWithWorkingStarts(id: string, now: Date): Promise<ApiKey & { starts: string[] }> {
    const key = await this.database.apiKey.findUniqueOrThrow({
      where: { id },
      include: { secrets: startsOf({ OR: [{ expiresAt: null }, { expiresAt: { gt: now } }] }) },
    });
    return withStarts(key);
  }

  /** Returns keys that expire in the span and are not revoked. */
  findExpiring(after: Date, until: Date): Promise<ApiKey[]> {
    return this.database.apiKey.findMany({
      where: { expiresAt: { gt: after, lte: until }, state: { not: 'revoked' } },
    });
  }

  /** Returns a key, and makes other transactions that lock it wait until this one ends. */
  async lock(id: string, tx: Prisma.TransactionClient): Promise<ApiKey | null> {
    await tx.$queryRaw`SELECT FROM api_keys WHERE id = ${id}::uuid FOR UPDATE`;
    return this.findById(id, tx);
  }

  add(data: Prisma.ApiKeyUncheckedCreateInput, tx: Prisma.TransactionClient): Promise<ApiKey> {
    return tx.apiKey.create({ data });
  }

  update(
    id: string,
    data: Prisma.ApiKeyUncheckedUpdateInput,
    tx: Prisma.TransactionClient,
  ): Promise<ApiKey> {
    return tx.apiKey.update({ where: { id }, data });
  }

  /**
   * Records that the owner was warned of the expiry. @returns false if another process has recorded
   * it, or an admin has changed the expiry or the owner's address
   */
  async recordWarning(
    { id, ownerEmail, expiresAt, warnedDays }: ApiKey,
    days: number,
    tx: Prisma.TransactionClient,
  ): Promise<boolean> {
    const { count } = await tx.apiKey.updateMany({
      where: { id, ownerEmail, expiresAt, warnedDays },
      data: { warnedDays: days },
    });
    return count === 1;
  }

  /** Returns the secrets that have one of the given hashes, by hash. */
  async findSecrets(hashes: readonly string[]): Promise<Map<string, KnownSecret>> {
    const rows = await this.database.probeRows<KnownSecret & { hash: string }>(
      `SELECT encode(s.hash, 'hex') AS hash, k.id AS "keyId", k.limit_per_hour AS "limitPerHour",
              k.state, k.expires_at AS "keyExpiresAt", s.expires_at AS "secretExpiresAt"
       FROM api_key_secrets s JOIN api_keys k ON k.id = s.key_id
       WHERE s.hash IN (SELECT decode(hash, 'hex') FROM unnest($1::text[]) AS asked (hash))`,
      [hashes],
    );
    return new Map(rows.map(({ hash, ...secret }) => [hash, secret]));
  }

  /** Returns the version that a trigger increments with every change of a key. */
  async version(): Promise<string> {
    const row = await this.database.probe<{ version: string }>('SELECT version FROM key_version');
    return row!.version;
  }

  /** Returns the keys that have a secret with this hash or start. */
  async findIdsBySecret(
    secret: { hash: Uint8Array<ArrayBuffer> } | { start: string },
  ): Promise<string[]> {
    const secrets = await this.database.apiKeySecret.findMany({
      where: secret,
      select: { keyId: true },
      distinct: ['keyId'],
    });
    return secrets.map(({ keyId }) => keyId);
  }

  /** Returns the secrets of keys, newest first. */
  listSecrets(keyIds: string[]) {
    return this.database.apiKeySecret.findMany({
      where: { keyId: { in: keyIds } },
      select: { id: true, keyId: true, start: true, createdAt: true, expiresAt: true },
      orderBy: NEWEST_SECRETS,
    });
  }

  /** Adds a secret that is about to be sent, and returns what its outcome changes. */
  async addSecret(
    data: Prisma.ApiKeySecretUncheckedCreateInput & { deliveryId: string },
  ): Promise<Settlement> {
    const { id } = await this.database.apiKeySecret.create({ data });
    const { deliveryId } = data;
    return {
      // Earlier attempts of the delivery may have arrived with other secrets.
      accepted: (tx) => tx.apiKeySecret.deleteMany({ where: { deliveryId, id: { not: id } } }),
      notTaken: (tx) => tx.apiKeySecret.deleteMany({ where: { id } }),
    };
  }

  /** Lets the secrets of a key expire, unless they do so earlier or were created later. */
  async expireSecrets(
    keyId: string,
    expiresAt: Date,
    tx: Prisma.TransactionClient,
    createdBefore?: Date,
  ): Promise<void> {
    await tx.apiKeySecret.updateMany({
      where: {
        keyId,
        createdAt: { lt: createdBefore },
        OR: [{ expiresAt: null }, { expiresAt: { gt: expiresAt } }],
      },
      data: { expiresAt },
    });
  }
}

function startsOf(where?: Prisma.ApiKeySecretWhereInput) {
  return { where, select: { start: true }, orderBy: NEWEST_SECRETS };
}

function withStarts<Key>({ secrets, ...key }: Key & { secrets: { start: string }[] }) {
  return { ...key, starts: secrets.map(({ start }) => start) };
}

function whereOf({ state, q, now }: KeyFilter): Prisma.Sql {
  return Prisma.join(
    [Prisma.sql`TRUE`, ...(state ? [inState(state, now)] : []), ...(q ? [matches(q)] : [])],
    ' AND ',
  );
}

function inState(state: KeyState, now: Date): Prisma.Sql {
  if (state === 'revoked') return Prisma.sql`k.state = 'revoked'`;
  const expired = Prisma.sql`(k.expires_at IS NOT NULL AND k.expires_at <= ${now})`;
  if (state === 'expired') return Prisma.sql`k.state <> 'revoked' AND ${expired}`;
  return Prisma.sql`k.state::text = ${state} AND NOT ${expired}`;
}

function matches(q: string): Prisma.Sql {
  const literal = likeLiteral(q);
  const pattern = `%${literal}%`;
  return Prisma.sql`(k.label ILIKE ${pattern} OR k.owner_name ILIKE ${pattern}
                     OR k.owner_email ILIKE ${pattern}
                     OR EXISTS (SELECT FROM api_key_secrets s
                                WHERE s.key_id = k.id
                                  AND (s.start LIKE ${`${literal}%`} OR starts_with(${q}, s.start))))`;
}
