import { Injectable } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import { Clock } from '#libs/config/src/clock.js';
import { Database, type Prisma } from '#libs/database/src/database.js';
import {
  type LeasedDelivery,
  DeliveriesRepository,
  type Outcome,
} from './deliveries.repository.js';

type InTransaction = ((tx: Prisma.TransactionClient) => Promise<unknown>) | undefined;

const LONGEST_ERROR = 500;

/**
 * Queue of deliveries in the database, scheduled by its clock. No transaction is open while a mail is
 * sent; see `libs/database/src/sql.ts`.
 */
@Injectable()
export class DeliveryQueue {
  constructor(
    private readonly database: Database,
    private readonly deliveries: DeliveriesRepository,
    private readonly clock: Clock,
  ) {}

  lease(most: number): Promise<LeasedDelivery[]> {
    return this.deliveries.leaseDue(randomUUID(), most);
  }

  renew(leased: LeasedDelivery): Promise<void> {
    return this.deliveries.renew(leased);
  }

  async markSent(leased: LeasedDelivery, alongside: InTransaction): Promise<void> {
    await this.settle(leased, alongside, { status: 'sent', sentAt: this.clock.now() });
  }

  /** Marks the delivery as permanently failed. */
  async markFailed(leased: LeasedDelivery, error: string, alongside: InTransaction): Promise<void> {
    await this.settle(leased, alongside, { status: 'failed', error: bounded(error) });
  }

  /** Ends a delivery whose message no longer applies. Unlike a failure, it needs no action. */
  async markSuperseded(leased: LeasedDelivery, reason: string): Promise<void> {
    await this.settle(leased, undefined, { status: 'superseded', error: bounded(reason) });
  }

  /** Schedules a retry, or marks the delivery as failed if it has no attempts left. */
  async postpone(leased: LeasedDelivery, error: string, alongside: InTransaction): Promise<void> {
    if (leased.attempt % ATTEMPTS === 0) return this.markFailed(leased, error, alongside);
    const retrySeconds = retryDelaySeconds(leased.attempt);
    await this.settle(leased, alongside, {
      status: 'pending',
      error: bounded(error),
      retrySeconds,
    });
  }

  /** Does nothing if the lease has expired and another process owns the delivery. */
  private async settle(
    leased: LeasedDelivery,
    alongside: InTransaction,
    outcome: Outcome,
  ): Promise<void> {
    await this.database.$transaction(async (tx) => {
      if (await this.deliveries.settle(leased, outcome, tx)) await alongside?.(tx);
    });
  }
}

/** Shortens a server's error message to one line. */
function bounded(error: string): string {
  const line = error.replace(/[\p{Cc}\s]+/gu, ' ').trim();
  return line.length > LONGEST_ERROR ? `${line.slice(0, LONGEST_ERROR)}…` : line;
}

const LONGEST_SECONDS = 15 * 60;

/** Maximum number of attempts, about five days at the longest delay (RFC 5321, section 4.5.4.1). */
const ATTEMPTS = 480;

/**
 * Returns the delay after a failed attempt: 2 s, 4 s, 8 s … 15 min, each up to a fifth longer, so that
 * deliveries that failed together are not retried together.
 */
export function retryDelaySeconds(attempt: number, random = Math.random()): number {
  const delay = Math.min(LONGEST_SECONDS, 2 ** attempt);
  return delay * (1 + random / 5);
}
