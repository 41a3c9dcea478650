import { Injectable } from '@nestjs/common';
import type { Prisma } from '#libs/database/src/database.js';
import { Deliveries } from '#libs/mail/src/deliveries/deliveries.js';
import { SecretCache } from '../verification/secret-cache.js';

/** Transactions that change keys. This process's next request sees the change. */
@Injectable()
export class KeyTransactions {
  constructor(
    private readonly deliveries: Deliveries,
    private readonly cache: SecretCache,
  ) {}

  async run<T>(work: (tx: Prisma.TransactionClient) => Promise<T>): Promise<T> {
    const result = await this.deliveries.inTransaction(work);
    this.cache.clear();
    return result;
  }
}
