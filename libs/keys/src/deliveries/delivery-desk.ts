import { Injectable } from '@nestjs/common';
import { Audit } from '#libs/admin/src/audit/audit.js';
import type { SignedInAdmin } from '#libs/admin/src/sessions/signed-in-admin.js';
import { Database, type Delivery, type Prisma } from '#libs/database/src/database.js';
import { isUniqueViolation } from '#libs/database/src/unique-violation.js';
import { ApiError } from '#libs/http/src/errors/api-error.js';
import { Deliveries } from '#libs/mail/src/deliveries/deliveries.js';
import type { DeliveryDto, ListDeliveriesQuery } from './delivery.dto.js';

/** Where admins see what mails became of, and help those that did not arrive. */
@Injectable()
export class DeliveryDesk {
  constructor(
    private readonly database: Database,
    private readonly deliveries: Deliveries,
    private readonly audit: Audit,
  ) {}

  async list({ status, page, limit }: ListDeliveriesQuery) {
    const [rows, total] = await Promise.all([
      this.database.delivery.findMany({
        where: { status },
        orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
        skip: (page - 1) * limit,
        take: limit,
      }),
      this.database.delivery.count({ where: { status } }),
    ]);
    return { items: rows.map(toDto), total };
  }

  /**
   * Has a delivery tried again now, to a corrected address if one is given.
   *
   * @throws ApiError `not_found`; `conflict` when it was sent, or is being sent at this moment
   */
  async retry(
    id: string,
    corrected: string | undefined,
    admin: SignedInAdmin,
  ): Promise<DeliveryDto> {
    return this.deliveries.inTransaction(async (tx) => {
      const before = await this.takeBack(tx, id);
      const recipient = corrected ?? before.recipient;
      if (recipient !== before.recipient) await correctOwner(tx, before, recipient);
      const after = await tx.delivery.update({ where: { id }, data: { recipient } });
      await this.audit.record(tx, {
        admin,
        action: 'delivery.retry',
        subject: 'delivery',
        subjectId: id,
        before: { recipient: before.recipient, status: before.status, error: before.lastError },
        after: { recipient, status: 'pending' },
      });
      return toDto(after);
    });
  }

  /** Makes a delivery due, unless a worker has it in hand. @returns it as it was */
  private async takeBack(tx: Prisma.TransactionClient, id: string): Promise<Delivery> {
    const before = await tx.delivery.findUnique({ where: { id } });
    if (!before) throw new ApiError('not_found', 'There is no delivery with this id.');
    const isDue = await tx.$executeRaw`
      UPDATE deliveries SET status = 'pending', next_attempt_at = now()
      WHERE id = ${id}::uuid AND status <> 'sent'
        AND (claimed_until IS NULL OR claimed_until <= now())`;
    if (isDue) return before;
    throw new ApiError(
      'conflict',
      before.sentAt
        ? `It was sent at ${before.sentAt.toISOString()}.`
        : 'It is being sent at this moment.',
    );
  }
}

/** Whoever was written to at a wrong address is written to at the right one from now on. */
async function correctOwner(
  tx: Prisma.TransactionClient,
  delivery: Delivery,
  email: string,
): Promise<void> {
  const { keyId, requestId } = aboutOf(delivery);
  if (keyId) {
    await tx.apiKey.updateMany({
      where: { id: keyId, ownerEmail: delivery.recipient },
      data: { ownerEmail: email },
    });
  }
  if (requestId) {
    const where = { id: requestId, email: delivery.recipient };
    await tx.keyRequest.updateMany({ where, data: { email } }).catch((error: unknown) => {
      if (!isUniqueViolation(error)) throw error;
      throw new ApiError('conflict', 'This address has a pending request of its own.');
    });
  }
}

function aboutOf({ data }: Delivery): { keyId?: string; requestId?: string } {
  return data as { keyId?: string; requestId?: string };
}

function toDto(delivery: Delivery): DeliveryDto {
  const { id, kind, recipient, status, attempts, nextAttemptAt, lastError } = delivery;
  const { keyId = null, requestId = null } = aboutOf(delivery);
  return {
    id,
    kind,
    recipient,
    status,
    attempts,
    nextAttemptAt: status === 'pending' ? nextAttemptAt : null,
    lastError,
    keyId,
    requestId,
    createdAt: delivery.createdAt,
    sentAt: delivery.sentAt,
  };
}
