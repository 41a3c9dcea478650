import { Injectable } from '@nestjs/common';
import { AdminNoticesService } from '#libs/admin/src/notices/admin-notices.service.js';
import { Clock } from '#libs/config/src/clock.js';
import type { Prisma } from '#libs/database/src/database.js';
import { unlessTaken } from '#libs/http/src/errors/to-api-error.js';
import { MailService } from '#libs/mail/src/mail.service.js';
import { Attempts } from '#libs/rate-limit/src/attempts/attempts.js';
import { clientNetwork, wideNetwork } from '#libs/http/src/client-address/client-address.js';
import { ACKNOWLEDGMENT } from '../mails/request-mails.composer.js';
import { KEY_REQUEST_NOTICE } from './key-request-notice.js';
import { KeyRequestsRepository } from './key-requests.repository.js';
import type { KeyRequestReceiptDto, NewKeyRequestDto } from './key-request.dto.js';

const PER_ADDRESS = { limit: 5, windowSeconds: 3600 };
const DAY_MS = 24 * 3600 * 1000;

/** Accepts key requests from developers. */
@Injectable()
export class KeyRequestsService {
  constructor(
    private readonly requests: KeyRequestsRepository,
    private readonly mail: MailService,
    private readonly attempts: Attempts,
    private readonly clock: Clock,
    private readonly notices: AdminNoticesService,
  ) {}

  /**
   * Stores a request, acknowledges it by email and notifies the admins.
   *
   * @param httpRequestId id of the HTTP request that submits it
   * @throws ApiError `rate_limited` on the sixth request of a client within an hour; `conflict` if
   * the mailbox has a pending request
   */
  async submit(
    request: NewKeyRequestDto,
    address: string,
    httpRequestId?: string,
  ): Promise<KeyRequestReceiptDto> {
    const bucket = `key-request:${clientNetwork(address)}`;
    await this.attempts.expectAllowed(bucket, PER_ADDRESS, 'key requests from your address');
    const createdAt = this.clock.now();
    const adding = this.mail.inTransaction(httpRequestId, async (tx) => {
      const { id } = await this.requests.add(
        { ...request, createdAt, network: wideNetwork(address) },
        tx,
      );
      if (!(await this.wasAcknowledgedLately(tx, request.email))) {
        await this.mail.add(tx, {
          kind: ACKNOWLEDGMENT,
          recipient: request.email,
          data: { requestId: id },
          httpRequestId,
        });
      }
      await this.notices.announce(tx, KEY_REQUEST_NOTICE, httpRequestId);
      return { id, status: 'pending' as const, createdAt };
    });
    return unlessTaken(adding, 'This email address already has a pending request.');
  }

  /**
   * Reports whether the mailbox got an acknowledgment in the last 24 hours. The limit keeps anyone
   * from flooding a stranger's mailbox.
   */
  private wasAcknowledgedLately(tx: Prisma.TransactionClient, email: string): Promise<boolean> {
    const since = new Date(this.clock.now().getTime() - DAY_MS);
    return this.requests.gotMail(email, ACKNOWLEDGMENT, since, tx);
  }
}
