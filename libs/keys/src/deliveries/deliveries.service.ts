import { Injectable } from '@nestjs/common';
import { type Actor, AuditService } from '#libs/admin/src/audit/audit.service.js';
import type { Delivery, Prisma } from '#libs/database/src/database.js';
import { ApiError, noRecord } from '#libs/http/src/errors/api-error.js';
import { unlessTaken } from '#libs/http/src/errors/to-api-error.js';
import { DeliveriesRepository } from '#libs/mail/src/deliveries/deliveries.repository.js';
import { MailService } from '#libs/mail/src/mail.service.js';
import { KeysRepository } from '../administration/keys.repository.js';
import { ADDRESS_CHANGED } from '../mails/key-mails.composer.js';
import { KeyRequestsRepository } from '../requests/key-requests.repository.js';
import type { DeliveryDto, ListDeliveriesQuery } from './delivery.dto.js';

/** Lists deliveries for admins and retries failed ones. */
@Injectable()
export class DeliveriesService {
  constructor(
    private readonly deliveries: DeliveriesRepository,
    private readonly keys: KeysRepository,
    private readonly requests: KeyRequestsRepository,
    private readonly mail: MailService,
    private readonly audit: AuditService,
  ) {}

  async list({ page, limit, ...filter }: ListDeliveriesQuery) {
    const { items, total } = await this.deliveries.list(filter, (page - 1) * limit, limit);
    return { items: items.map(toDto), total };
  }

  /**
   * Makes a delivery due now, optionally with a corrected recipient. A correction also becomes the
   * address of the key owner or requester, and a notice goes to the previous address.
   *
   * @throws ApiError `not_found`; `conflict` if the email was sent or is being sent, or if the new
   * address has its own pending request
   */
  async retry(id: string, corrected: string | undefined, admin: Actor): Promise<DeliveryDto> {
    return this.mail.inTransaction(admin.httpRequestId, async (tx) => {
      const before = await this.takeBack(tx, id);
      if (corrected && corrected !== before.recipient) {
        await this.correctOwner(tx, before, corrected, admin);
      }
      const after = await this.deliveries.setRecipient(id, corrected, tx);
      await this.audit.record(tx, {
        admin,
        action: 'delivery.retry',
        subjectId: id,
        before: { recipient: before.recipient, status: before.status, error: before.lastError },
        after: { recipient: after.recipient, status: 'pending' },
      });
      return toDto(after);
    });
  }

  /**
   * Makes a delivery due unless a worker holds it. Locks its key, and then its request, so that
   * changes of the address run one after the other.
   *
   * @returns the delivery before the change
   */
  private async takeBack(tx: Prisma.TransactionClient, id: string): Promise<Delivery> {
    const about = aboutOf(await this.find(tx, id));
    const key = await this.keyOf(about, tx);
    if (key) await this.keys.lock(key.id, tx);
    if (about.requestId) await this.requests.lock(about.requestId, tx);
    const before = await this.find(tx, id);
    if (await this.deliveries.makeDue(id, tx)) return before;
    throw new ApiError(
      'conflict',
      before.sentAt
        ? `The email was sent at ${before.sentAt.toISOString()}.`
        : 'The email is being sent right now.',
    );
  }

  private async find(tx: Prisma.TransactionClient, id: string): Promise<Delivery> {
    const delivery = await this.deliveries.find(id, tx);
    if (!delivery) throw noRecord('delivery', id);
    return delivery;
  }

  /**
   * Sets a corrected address on the unsent deliveries of the key and its request, and then on these,
   * in the order in which the sender of an email locks them. Notifies the previous address, because
   * that one may have been right.
   */
  private async correctOwner(
    tx: Prisma.TransactionClient,
    delivery: Delivery,
    email: string,
    admin: Actor,
  ): Promise<void> {
    const about = aboutOf(delivery);
    const key = await this.keyOf(about, tx);
    const requestId = about.requestId ?? key?.requestId;
    const request = requestId ? await this.requests.get(requestId, tx) : null;
    const former = about.keyId ? key?.ownerEmail : request?.email;
    if (former === undefined || former === email) return;
    const record = async (action: string, subjectId: string, of: About) => {
      const change = { before: { email: former }, after: { email } };
      await this.audit.record(tx, { admin, action, subjectId, ...change });
      await this.deliveries.redirect(of, former, email, tx);
    };
    if (key?.ownerEmail === former) {
      await record('key.change', key.id, { keyId: key.id });
      await this.keys.update(key.id, { ownerEmail: email }, tx);
    }
    if (request?.email === former) {
      await record('key-request.change', request.id, { requestId: request.id });
      await unlessTaken(
        this.requests.setEmail(request.id, email, tx),
        'This address already has its own pending request.',
      );
    }
    await this.mail.add(tx, {
      kind: ADDRESS_CHANGED,
      recipient: former,
      data: { about },
      httpRequestId: admin.httpRequestId,
    });
  }

  private async keyOf({ keyId, requestId }: About, tx: Prisma.TransactionClient) {
    if (keyId) return this.keys.findById(keyId, tx);
    return requestId ? this.keys.findByRequest(requestId, tx) : null;
  }
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
