import { Injectable } from '@nestjs/common';
import type { BusinessDto } from '#libs/businesses/src/record/business.dto.js';
import { clientNetwork } from '#libs/http/src/client-address/client-address.js';
import { ApiError } from '#libs/http/src/errors/api-error.js';
import { MailService } from '#libs/mail/src/mail.service.js';
import { Attempts } from '#libs/rate-limit/src/attempts/attempts.js';
import { FormTokens, LINK_LATEST_MS } from '../forms/form-tokens.js';

export const OWNER_LINK = 'owner-link';

const DAY_S = 24 * 3600;
const PER_ADDRESS = { limit: 5, windowSeconds: 3600 };
/** Protects the reputation of the mail server from a client with many addresses. */
const IN_TOTAL = { limit: 500, windowSeconds: DAY_S };
const PER_RECIPIENT = { limit: 1, windowSeconds: DAY_S };

type Addressed = Pick<BusinessDto, 'id' | 'email'>;

/**
 * Mails a link to the address that the directory has for a business. Opening it proves access to the
 * mailbox. The link works for three days, and no longer than the business keeps the address.
 */
@Injectable()
export class OwnerLinks {
  constructor(
    private readonly tokens: FormTokens,
    private readonly mail: MailService,
    private readonly attempts: Attempts,
  ) {}

  /**
   * Mails a link unless the mailbox got one in the last 24 hours. The caller can't tell the
   * difference.
   *
   * @throws ApiError `rate_limited` on the sixth request of a client within an hour, or if too many
   * links were mailed today; `not_found` if the business has no email address
   */
  async send({ id, email }: Addressed, address: string, httpRequestId?: string): Promise<void> {
    if (!email) throw new ApiError('not_found', 'The business has no email address.');
    const client = `${OWNER_LINK}:${clientNetwork(address)}`;
    await this.attempts.expectAllowed(client, PER_ADDRESS, 'links');
    const mailbox = `${OWNER_LINK}:${email.toLowerCase()}`;
    if (!(await this.attempts.count(mailbox, PER_RECIPIENT)).allowed) return;
    try {
      await this.attempts.expectAllowed(`${OWNER_LINK}:all`, IN_TOTAL, 'links');
      await this.mail.inTransaction(httpRequestId, (tx) =>
        this.mail.add(tx, {
          kind: OWNER_LINK,
          recipient: email,
          data: { businessId: id },
          httpRequestId,
        }),
      );
    } catch (error) {
      await this.attempts.forget(mailbox);
      throw error;
    }
  }

  mint(business: Addressed): Promise<string> {
    return this.tokens.issue(nameOf(business));
  }

  async isValid(business: Addressed, token: string): Promise<boolean> {
    const verdict = await this.tokens.judge(nameOf(business), token, LINK_LATEST_MS);
    return verdict === 'good' || verdict === 'early';
  }
}

function nameOf({ id, email }: Addressed): string {
  return `${OWNER_LINK} ${id} ${email}`;
}
