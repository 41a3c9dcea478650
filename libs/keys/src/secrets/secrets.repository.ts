import { Injectable } from '@nestjs/common';
import { type ApiKeyState, Database, type Prisma } from '#libs/database/src/database.js';

/** Facts about a secret that decide whether a request may use it. */
export interface KnownSecret {
  keyId: string;
  limitPerHour: number;
  state: ApiKeyState;
  keyExpiresAt: Date | null;
  /** Set if a newer secret has replaced this one. */
  secretExpiresAt: Date | null;
}

/** Stores hashes of secrets. */
@Injectable()
export class SecretsRepository {
  constructor(private readonly database: Database) {}

  /** Returns the secrets that have one of the given hashes, by hash. */
  async findByHashes(hashes: readonly string[]): Promise<Map<string, KnownSecret>> {
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
  async findKeyIds(
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
  listOf(keyIds: string[]) {
    return this.database.apiKeySecret.findMany({
      where: { keyId: { in: keyIds } },
      select: { id: true, keyId: true, start: true, createdAt: true, expiresAt: true },
      orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    });
  }

  async add(data: Prisma.ApiKeySecretUncheckedCreateInput): Promise<string> {
    return (await this.database.apiKeySecret.create({ data })).id;
  }

  async remove(id: string, tx: Prisma.TransactionClient): Promise<void> {
    await tx.apiKeySecret.deleteMany({ where: { id } });
  }

  /** Removes the secrets of earlier attempts of a delivery. */
  async removeOthers(id: string, deliveryId: string, tx: Prisma.TransactionClient): Promise<void> {
    await tx.apiKeySecret.deleteMany({ where: { deliveryId, id: { not: id } } });
  }

  /** Lets the secrets of a key expire, unless they do so earlier or were created later. */
  async expire(
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
