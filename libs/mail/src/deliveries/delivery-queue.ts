import { Injectable } from '@nestjs/common';
import { Clock } from '#libs/config/src/clock.js';
import { Database, type Prisma } from '#libs/database/src/database.js';
import { ATTEMPTS, retryDelaySeconds } from './retry-delay.js';

/** A delivery that this process alone may send, as long as it renews its claim. */
export interface ClaimedDelivery {
  id: string;
  kind: string;
  recipient: string;
  data: unknown;
  /** Also tells this claim from later ones. */
  attempt: number;
}

type InTransaction = ((tx: Prisma.TransactionClient) => Promise<unknown>) | undefined;

/** How long a claim holds when the process that made it is gone. */
export const CLAIM_SECONDS = 15;

const LONGEST_ERROR = 500;

/**
 * The deliveries' rows as a queue. No transaction is open while a mail is sent: a claim is a row's
 * `next_attempt_at` put into the future.
 *
 * The schedule goes by the database's clock, not by this process's: processes whose clocks differ
 * would take each other's claims for lapsed.
 */
@Injectable()
export class DeliveryQueue {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  async claim(most: number): Promise<ClaimedDelivery[]> {
    return this.database.$queryRaw<ClaimedDelivery[]>`
      UPDATE deliveries
      SET attempts = attempts + 1, next_attempt_at = now() + make_interval(secs => ${CLAIM_SECONDS})
      WHERE id IN (
        SELECT id FROM deliveries
        WHERE status = 'pending' AND next_attempt_at <= now()
        ORDER BY next_attempt_at LIMIT ${most}
        FOR UPDATE SKIP LOCKED
      )
      RETURNING id, kind, recipient, data, attempts AS attempt`;
  }

  async renew({ id, attempt }: ClaimedDelivery): Promise<void> {
    await this.database.$executeRaw`
      UPDATE deliveries SET next_attempt_at = now() + make_interval(secs => ${CLAIM_SECONDS})
      WHERE id = ${id}::uuid AND attempts = ${attempt} AND status = 'pending'`;
  }

  async markSent(claimed: ClaimedDelivery, alongside: InTransaction): Promise<void> {
    await this.settle(claimed, alongside, {
      status: 'sent',
      sentAt: this.clock.now(),
      lastError: null,
    });
  }

  /** Failed for good. */
  async markFailed(
    claimed: ClaimedDelivery,
    error: string,
    alongside: InTransaction,
  ): Promise<void> {
    await this.settle(claimed, alongside, { status: 'failed', lastError: bounded(error) });
  }

  /** Failed for now: due again later, unless it has been tried often enough. */
  async postpone(claimed: ClaimedDelivery, error: string, alongside: InTransaction): Promise<void> {
    if (claimed.attempt >= ATTEMPTS) return this.markFailed(claimed, error, alongside);
    const seconds = retryDelaySeconds(claimed.attempt);
    await this.settle(claimed, alongside, { lastError: bounded(error) }, seconds);
  }

  /** Does nothing when the claim has lapsed and somebody else has taken over. */
  private async settle(
    { id, attempt }: ClaimedDelivery,
    alongside: InTransaction,
    data: Prisma.DeliveryUpdateManyMutationInput,
    secondsUntilNext?: number,
  ): Promise<void> {
    await this.database.$transaction(async (tx) => {
      const { count } = await tx.delivery.updateMany({
        where: { id, attempts: attempt, status: 'pending' },
        data,
      });
      if (count === 0) return;
      if (secondsUntilNext !== undefined) {
        await tx.$executeRaw`
          UPDATE deliveries SET next_attempt_at = now() + make_interval(secs => ${secondsUntilNext})
          WHERE id = ${id}::uuid`;
      }
      await alongside?.(tx);
    });
  }
}

/** A server's words, on one line and no longer than an admin cares to read. */
function bounded(error: string): string {
  const line = error.replace(/[\p{Cc}\s]+/gu, ' ').trim();
  return line.length > LONGEST_ERROR ? `${line.slice(0, LONGEST_ERROR)}…` : line;
}
