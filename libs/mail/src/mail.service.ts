import { Inject, Injectable } from '@nestjs/common';
import { Database, type Prisma } from '#libs/database/src/database.js';
import { DeliveriesRepository } from './deliveries/deliveries.repository.js';
import { DeliveryWorker } from './deliveries/delivery-worker.js';

/** A mail to be sent. */
export interface NewDelivery {
  kind: string;
  recipient: string;
  /** Data for its composer; never a secret. */
  data: Prisma.InputJsonObject;
  /** Id of the HTTP request that causes it, if any. */
  httpRequestId?: string;
  /** Due time by the database's clock; defaults to now. */
  notBefore?: Date;
}

/** Records mails in the transactions that cause them, so that both are committed or neither is. */
@Injectable()
export class MailService {
  constructor(
    private readonly database: Database,
    private readonly deliveries: DeliveriesRepository,
    @Inject(DeliveryWorker) private readonly worker: Pick<DeliveryWorker, 'wake'>,
  ) {}

  /**
   * Runs a transaction and sends its deliveries once it has committed.
   *
   * @param httpRequestId id of the HTTP request that causes it, if any
   */
  async inTransaction<T>(
    httpRequestId: string | undefined,
    work: (tx: Prisma.TransactionClient) => Promise<T>,
  ): Promise<T> {
    const result = await this.database.transactionFor(httpRequestId, work);
    this.wake();
    return result;
  }

  /** Sends deliveries that another transaction has recorded and committed. */
  wake(): void {
    this.worker.wake();
  }

  async add(tx: Prisma.TransactionClient, { notBefore, ...delivery }: NewDelivery): Promise<void> {
    await this.deliveries.add({ ...delivery, nextAttemptAt: notBefore }, tx);
  }
}
