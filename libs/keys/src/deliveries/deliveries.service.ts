import { Injectable } from '@nestjs/common';
import { type Actor, AuditService, httpRequestOf } from '#libs/admin/src/audit/audit.service.js';
import { UNCLAIMED } from '#libs/database/src/claims.js';
import { Database, type Delivery, type Prisma } from '#libs/database/src/database.js';
import { isUniqueViolation } from '#libs/database/src/database-errors.js';
import { ApiError } from '#libs/http/src/errors/api-error.js';
import { MailService } from '#libs/mail/src/mail.service.js';
import { ADDRESS_CHANGED } from '../mails/address-changed.composer.js';
import type { DeliveryDto, ListDeliveriesQuery } from './delivery.dto.js';

/** Lists deliveries for admins and retries failed ones. */
@Injectable()
export class DeliveriesService {
  constructor(
    private readonly database: Database,
    private readonly mail: MailService,
    private readonly audit: AuditService,
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
   * Makes a delivery due now, optionally with a corrected recipient. A correction also becomes the
   * address of the key owner or requester, and a notice goes to the previous address.
   *
   * @throws ApiError `not_found`; `conflict` if the email was sent or is being sent, or if the new
   * address has its own pending request
   */
  async retry(id: string, corrected: string | undefined, admin: Actor): Promise<DeliveryDto> {
    return this.mail.inTransaction(httpRequestOf(admin), async (tx) => {
      const before = await this.takeBack(tx, id);
      const recipient = corrected ?? before.recipient;
      if (recipient !== before.recipient) await this.correctOwner(tx, before, recipient, admin);
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

  /**
   * Makes a delivery due unless a worker holds it.
   *
   * @returns the delivery before the change
   */
  private async takeBack(tx: Prisma.TransactionClient, id: string): Promise<Delivery> {
    const before = await tx.delivery.findUnique({ where: { id } });
    if (!before) throw new ApiError('not_found', 'No delivery has this id.');
    const isDue = await tx.$executeRaw`
      UPDATE deliveries SET status = 'pending', next_attempt_at = now()
      WHERE id = ${id}::uuid AND status <> 'sent'
        AND ${UNCLAIMED}`;
    if (isDue) return before;
    throw new ApiError(
      'conflict',
      before.sentAt
        ? `The email was sent at ${before.sentAt.toISOString()}.`
        : 'The email is being sent right now.',
    );
  }

  /**
   * Sets a corrected address on the key or request and on its unsent deliveries. Notifies the
   * previous address, because that one may have been right.
   */
  private async correctOwner(
    tx: Prisma.TransactionClient,
    delivery: Delivery,
    email: string,
    admin: Actor,
  ): Promise<void> {
    const about = aboutOf(delivery);
    const former = await changeOwner(tx, about, email);
    if (former === undefined || former === email) return;
    await tx.$executeRaw`
      UPDATE deliveries SET recipient = ${email}
      WHERE recipient = ${former} AND status <> 'sent' AND data @> ${JSON.stringify(about)}::jsonb`;
    await this.mail.add(tx, {
      kind: ADDRESS_CHANGED,
      recipient: former,
      data: { about },
      httpRequestId: httpRequestOf(admin),
    });
  }
}

/** @returns the previous address, or undefined if the email concerns neither a key nor a request */
async function changeOwner(
  tx: Prisma.TransactionClient,
  { keyId, requestId }: About,
  email: string,
): Promise<string | undefined> {
  if (keyId) {
    const { ownerEmail } = await tx.apiKey.findUniqueOrThrow({ where: { id: keyId } });
    await tx.apiKey.update({ where: { id: keyId }, data: { ownerEmail: email } });
    return ownerEmail;
  }
  if (!requestId) return undefined;
  const request = await tx.keyRequest.findUniqueOrThrow({ where: { id: requestId } });
  await tx.keyRequest
    .update({ where: { id: requestId }, data: { email } })
    .catch((error: unknown) => {
      if (!isUniqueViolation(error)) throw error;
      throw new ApiError('conflict', 'This address already has its own pending request.');
    });
  return request.email;
}

/**
 * The key or request that an email concerns. Both are missing in emails to admins and to previous
 * addresses.
 */
type About = { keyId?: string; requestId?: string };

function aboutOf({ data }: Delivery): About {
  const { keyId, requestId } = data as About;
  return { ...(keyId && { keyId }), ...(requestId && { requestId }) };
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
