import { Injectable } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import { UNLEASED, leaseExpiry } from '#libs/database/src/sql.js';
import { Database, type Prisma, type Webhook, pageOf } from '#libs/database/src/database.js';

/** A due ping that only this process may send until its lease expires. */
export type LeasedWebhook = Pick<
  Webhook,
  'keyId' | 'leaseId' | 'url' | 'secret' | 'failures' | 'failingSince' | 'nextAt'
>;

const WITH_KEY = { key: { select: { label: true, state: true, expiresAt: true } } };

export type WebhookWithKey = Prisma.WebhookGetPayload<{ include: typeof WITH_KEY }>;

/** Outcome of a ping. */
export type Outcome = Pick<Prisma.WebhookUpdateManyMutationInput, 'nextAt'> &
  Partial<
    Pick<Webhook, 'version' | 'deliveredAt' | 'failures' | 'failingSince' | 'error' | 'disabledAt'>
  >;

/** Stores webhooks. Leases use the database's clock. */
@Injectable()
export class WebhooksRepository {
  constructor(private readonly database: Database) {}

  find(keyId: string): Promise<WebhookWithKey | null> {
    return this.database.webhook.findUnique({ where: { keyId }, include: WITH_KEY });
  }

  list(skip: number, take: number) {
    return pageOf(
      this.database.webhook.findMany({
        orderBy: [{ createdAt: 'desc' }, { keyId: 'desc' }],
        include: WITH_KEY,
        skip,
        take,
      }),
      this.database.webhook.count(),
    );
  }

  add(
    data: Prisma.WebhookUncheckedCreateInput,
    tx: Prisma.TransactionClient,
  ): Promise<WebhookWithKey> {
    return tx.webhook.create({ data, include: WITH_KEY });
  }

  /** @returns its URL, if there was one */
  async remove(keyId: string, tx: Prisma.TransactionClient): Promise<{ url: string } | undefined> {
    const [removed] = await tx.$queryRaw<{ url: string }[]>`
      DELETE FROM webhooks WHERE key_id = ${keyId}::uuid RETURNING url`;
    return removed;
  }

  /** Takes the leases on the webhooks of working keys whose next ping has been due for longest. */
  leaseDue(version: string, now: Date, most: number, seconds: number): Promise<LeasedWebhook[]> {
    return this.database.$queryRaw<LeasedWebhook[]>`
      UPDATE webhooks SET lease_id = ${randomUUID()}::uuid, leased_until = ${leaseExpiry(seconds)}
      WHERE key_id IN (
        SELECT w.key_id FROM webhooks w JOIN api_keys k ON k.id = w.key_id
        WHERE w.next_at <= ${now} AND w.disabled_at IS NULL
          AND w.version IS DISTINCT FROM ${version}::bigint
          AND k.state = 'active' AND (k.expires_at IS NULL OR k.expires_at > ${now})
          AND ${UNLEASED}
        ORDER BY w.next_at LIMIT ${most}
        FOR UPDATE OF w SKIP LOCKED
      )
      RETURNING key_id AS "keyId", lease_id AS "leaseId", url, secret, failures,
        failing_since AS "failingSince", next_at AS "nextAt"`;
  }

  /**
   * Records the outcome of a ping and returns the lease.
   *
   * @returns whether the lease was still held
   */
  async settle(
    { keyId, leaseId }: LeasedWebhook,
    outcome: Outcome,
    tx: Prisma.TransactionClient,
  ): Promise<boolean> {
    const { count } = await tx.webhook.updateMany({
      where: { keyId, leaseId },
      data: { ...outcome, leaseId: null, leasedUntil: null },
    });
    return count > 0;
  }
}
