import { Injectable } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import { Clock } from '#libs/config/src/clock.js';
import { UNCLAIMED, untilClaimLapses } from '#libs/database/src/claims.js';
import { Database, type Prisma } from '#libs/database/src/database.js';
import { ATTEMPTS, retryDelaySeconds } from './retry-delay.js';

/** A delivery that only this process may send while it renews the lease. */
export interface ClaimedDelivery {
  id: string;
  kind: string;
  recipient: string;
  data: unknown;
  /** Id of the HTTP request that caused it, if any. */
  httpRequestId: string | null;
  attempt: number;
  claimId: string;
}

type InTransaction = ((tx: Prisma.TransactionClient) => Promise<unknown>) | undefined;

const LONGEST_ERROR = 500;

/**
 * Queue of deliveries in the database, scheduled by its clock. No transaction is open while a mail is
 * sent; see `libs/database/src/claims.ts`.
 */
@Injectable()
export class DeliveryQueue {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  async claim(most: number): Promise<ClaimedDelivery[]> {
    const claimId = randomUUID();
    return this.database.$queryRaw<ClaimedDelivery[]>`
      UPDATE deliveries
      SET attempts = attempts + 1,
          claim_id = ${claimId}::uuid,
          claimed_until = ${untilClaimLapses()}
      WHERE id IN (
        SELECT id FROM deliveries
        WHERE status = 'pending' AND next_attempt_at <= now()
          AND ${UNCLAIMED}
        ORDER BY next_attempt_at LIMIT ${most}
        FOR UPDATE SKIP LOCKED
      )
      RETURNING id, kind, recipient, data, http_request_id AS "httpRequestId", attempts AS attempt, claim_id AS "claimId"`;
  }

  async renew({ id, claimId }: ClaimedDelivery): Promise<void> {
    await this.database.$executeRaw`
      UPDATE deliveries SET claimed_until = ${untilClaimLapses()}
      WHERE id = ${id}::uuid AND claim_id = ${claimId}::uuid`;
  }

  async markSent(claimed: ClaimedDelivery, alongside: InTransaction): Promise<void> {
    await this.settle(claimed, alongside, {
      status: 'sent',
      sentAt: this.clock.now(),
      lastError: null,
    });
  }

  /** Marks the delivery as permanently failed. */
  async markFailed(
    claimed: ClaimedDelivery,
    error: string,
    alongside: InTransaction,
  ): Promise<void> {
    await this.settle(claimed, alongside, { status: 'failed', lastError: bounded(error) });
  }

  /** Ends a delivery whose message no longer applies. Unlike a failure, it needs no action. */
  async markSuperseded(claimed: ClaimedDelivery, reason: string): Promise<void> {
    await this.settle(claimed, undefined, { status: 'superseded', lastError: bounded(reason) });
  }

  /** Schedules a retry, or marks the delivery as failed if it has no attempts left. */
  async postpone(claimed: ClaimedDelivery, error: string, alongside: InTransaction): Promise<void> {
    if (claimed.attempt % ATTEMPTS === 0) return this.markFailed(claimed, error, alongside);
    const seconds = retryDelaySeconds(claimed.attempt);
    await this.settle(claimed, alongside, { lastError: bounded(error) }, seconds);
  }

  /** Does nothing if the lease has expired and another process owns the delivery. */
  private async settle(
    { id, claimId }: ClaimedDelivery,
    alongside: InTransaction,
    data: Prisma.DeliveryUpdateManyMutationInput,
    secondsUntilNext = 0,
  ): Promise<void> {
    await this.database.$transaction(async (tx) => {
      const { count } = await tx.delivery.updateMany({
        where: { id, claimId },
        data: { ...data, claimId: null, claimedUntil: null },
      });
      if (count === 0) return;
      await tx.$executeRaw`
        UPDATE deliveries SET next_attempt_at = now() + make_interval(secs => ${secondsUntilNext})
        WHERE id = ${id}::uuid`;
      await alongside?.(tx);
    });
  }
}

/** Shortens a server's error message to one line. */
function bounded(error: string): string {
  const line = error.replace(/[\p{Cc}\s]+/gu, ' ').trim();
  return line.length > LONGEST_ERROR ? `${line.slice(0, LONGEST_ERROR)}…` : line;
}
