import { Inject, Injectable } from '@nestjs/common';
import { Database, type Prisma } from '#libs/database/src/database.js';
import { DeliveryWorker } from './deliveries/delivery-worker.js';

/** A message that somebody is owed. */
export interface NewDelivery {
  kind: string;
  recipient: string;
  /** What its composer needs; never a secret. */
  data: Prisma.InputJsonObject;
  /** What the request is called that causes it, if one does. */
  httpRequestId?: string;
  /** By the database's clock; at once unless given. */
  notBefore?: Date;
}

/** Records mails in the transactions that cause them: neither stands without the other. */
@Injectable()
export class MailService {
  constructor(
    private readonly database: Database,
    @Inject(DeliveryWorker) private readonly worker: Pick<DeliveryWorker, 'wake'>,
  ) {}

  /**
   * A transaction whose deliveries are sent as soon as it has committed.
   *
   * @param httpRequestId what the request is called that causes it, if one does
   */
  async inTransaction<T>(
    httpRequestId: string | undefined,
    work: (tx: Prisma.TransactionClient) => Promise<T>,
  ): Promise<T> {
    const result = await this.database.transactionFor(httpRequestId, work);
    this.wake();
    return result;
  }

  /** Sends at once what another transaction recorded, now that it has committed. */
  wake(): void {
    this.worker.wake();
  }

  async add(tx: Prisma.TransactionClient, { notBefore, ...delivery }: NewDelivery): Promise<void> {
    await tx.delivery.create({ data: { ...delivery, nextAttemptAt: notBefore } });
  }
}
