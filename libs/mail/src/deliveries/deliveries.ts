import { Injectable } from '@nestjs/common';
import { Database, type Prisma } from '#libs/database/src/database.js';
import { DeliveryWorker } from './delivery-worker.js';

/** A message that somebody is owed. */
export interface NewDelivery {
  kind: string;
  recipient: string;
  /** What its composer needs; never a secret. */
  data: Prisma.InputJsonObject;
}

/** Records mails in the transactions that cause them: neither stands without the other. */
@Injectable()
export class Deliveries {
  constructor(
    private readonly database: Database,
    private readonly worker: DeliveryWorker,
  ) {}

  /** A transaction whose deliveries are sent as soon as it has committed. */
  async inTransaction<T>(work: (tx: Prisma.TransactionClient) => Promise<T>): Promise<T> {
    const result = await this.database.$transaction(work);
    this.worker.wake();
    return result;
  }

  async add(tx: Prisma.TransactionClient, delivery: NewDelivery): Promise<void> {
    await tx.delivery.create({ data: delivery });
  }
}
