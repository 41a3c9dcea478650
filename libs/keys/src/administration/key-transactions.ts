import { Inject, Injectable } from '@nestjs/common';
import { type Actor, httpRequestOf } from '#libs/admin/src/audit/audit.service.js';
import type { Prisma } from '#libs/database/src/database.js';
import { MailService } from '#libs/mail/src/mail.service.js';
import { SecretCache } from '../verification/secret-cache.js';

/**
 * Runs transactions that change keys, then clears this process's secret cache so that its next
 * request sees the change.
 */
@Injectable()
export class KeyTransactions {
  constructor(
    private readonly mail: MailService,
    @Inject(SecretCache) private readonly cache: Pick<SecretCache, 'clear'>,
  ) {}

  async run<T>(admin: Actor, work: (tx: Prisma.TransactionClient) => Promise<T>): Promise<T> {
    const result = await this.mail.inTransaction(httpRequestOf(admin), work);
    this.cache.clear();
    return result;
  }
}
