import { Injectable } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import { UNLEASED, leaseExpiry, likeLiteral } from '#libs/database/src/sql.js';
import {
  Database,
  type Delivery,
  type DeliveryStatus,
  pageOf,
  type Prisma,
} from '#libs/database/src/database.js';

/** Advisory lock id. */
const NOTICES_LOCK = 7_203_115;

export interface DeliveryFilter {
  status?: DeliveryStatus;
  /** Part of the recipient. */
  q?: string;
}

/** A delivery that only this process may send while it renews the lease. */
export interface LeasedDelivery {
  id: string;
  kind: string;
  recipient: string;
  data: unknown;
  /** Id of the HTTP request that caused it, if any. */
  httpRequestId: string | null;
  attempt: number;
  leaseId: string;
}

/** Outcome of an attempt. */
export interface Outcome {
  status: DeliveryStatus;
  sentAt?: Date | null;
  error?: string | null;
  /** Seconds until the next attempt is due. */
  retrySeconds?: number;
}

/** Emails that need attention. */
interface Unsent {
  failed: number;
  late: number;
  /** Error of the latest one. */
  error: string | null;
}

/** Stores mails to be sent. Due times and leases use the database's clock. */
@Injectable()
export class DeliveriesRepository {
  constructor(private readonly database: Database) {}

  async add(data: Prisma.DeliveryCreateInput, tx: Prisma.TransactionClient): Promise<void> {
    await tx.delivery.create({ data });
  }

  /** Makes other transactions that add notices wait until this one ends. */
  async lockNotices(tx: Prisma.TransactionClient): Promise<void> {
    await tx.$executeRaw`SELECT pg_advisory_xact_lock(${NOTICES_LOCK})`;
  }

  /**
   * Reports whether a delivery is pending that no worker has leased. Locks its row until the
   * transaction ends, because workers skip locked rows. A leased delivery may already be composed.
   */
  async isPending(kind: string, recipient: string, tx: Prisma.TransactionClient): Promise<boolean> {
    const pending = await tx.$queryRaw<unknown[]>`
      SELECT FROM deliveries
      WHERE recipient = ${recipient} AND kind = ${kind} AND status = 'pending'
        AND ${UNLEASED}
      LIMIT 1 FOR UPDATE`;
    return pending.length > 0;
  }

  /**
   * Returns the time when this interval has passed since the last delivery of this kind to the
   * recipient that was sent or is being sent. Sending times are by the clocks of the processes, so one
   * in the future counts as now.
   */
  async dueAt(
    kind: string,
    recipient: string,
    intervalSeconds: number,
    tx: Prisma.TransactionClient,
  ): Promise<Date> {
    const [row] = await tx.$queryRaw<{ due: Date }[]>`
      SELECT greatest(
        now(), max(least(sent_at, now())) + make_interval(secs => ${intervalSeconds})
      ) AS due
      FROM deliveries
      WHERE recipient = ${recipient} AND kind = ${kind} AND status IN ('pending', 'sent')`;
    return row!.due;
  }

  /** Returns a page of deliveries, newest first, and their total. */
  list({ status, q }: DeliveryFilter, skip: number, take: number) {
    const where: Prisma.DeliveryWhereInput = {
      status,
      recipient: q && { contains: likeLiteral(q), mode: 'insensitive' },
    };
    return pageOf(
      this.database.delivery.findMany({
        where,
        orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
        skip,
        take,
      }),
      this.database.delivery.count({ where }),
    );
  }

  find(id: string, tx: Prisma.TransactionClient): Promise<Delivery | null> {
    return tx.delivery.findUnique({ where: { id } });
  }

  /**
   * Counts the emails that need attention.
   *
   * @param minutes age from which an email that failed to be sent is late
   */
  async unsent(minutes: number): Promise<Unsent> {
    const { rows } = await this.database.pool.query<Unsent & object>(
      `SELECT count(*) FILTER (WHERE status = 'failed')::int AS failed,
         count(*) FILTER (WHERE status = 'pending' AND last_error IS NOT NULL
           AND created_at < now() - make_interval(mins => $1))::int AS late,
         (SELECT last_error FROM deliveries
          WHERE status IN ('pending', 'failed') AND last_error IS NOT NULL
          ORDER BY created_at DESC LIMIT 1) AS error
       FROM deliveries`,
      [minutes],
    );
    return rows[0]!;
  }

  /** Makes a delivery due unless it was sent or a worker holds it. @returns whether it is due */
  async makeDue(id: string, tx: Prisma.TransactionClient): Promise<boolean> {
    const due = await tx.$executeRaw`
      UPDATE deliveries SET status = 'pending', next_attempt_at = now()
      WHERE id = ${id}::uuid AND status <> 'sent' AND ${UNLEASED}`;
    return due > 0;
  }

  /** @param recipient undefined to keep the current one */
  setRecipient(
    id: string,
    recipient: string | undefined,
    tx: Prisma.TransactionClient,
  ): Promise<Delivery> {
    return tx.delivery.update({ where: { id }, data: { recipient } });
  }

  /**
   * Changes the recipient of unsent deliveries whose data contains these members. If one is being sent
   * to the former recipient, its next attempt goes to the new one.
   */
  async redirect(
    about: Prisma.InputJsonObject,
    former: string,
    recipient: string,
    tx: Prisma.TransactionClient,
  ): Promise<void> {
    await tx.$executeRaw`
      UPDATE deliveries SET recipient = ${recipient}
      WHERE recipient = ${former} AND status <> 'sent' AND data @> ${JSON.stringify(about)}::jsonb`;
  }

  /** Removes the deliveries of a kind whose data contains one of the ids. */
  async removeAbout(
    kind: string,
    member: string,
    ids: string[],
    tx: Prisma.TransactionClient,
  ): Promise<void> {
    await tx.$executeRaw`
      DELETE FROM deliveries WHERE kind = ${kind} AND data->>${member}::text = ANY(${ids}::text[])`;
  }

  /** Takes the leases on the deliveries that have been due for longest. */
  leaseDue(most: number): Promise<LeasedDelivery[]> {
    return this.database.$queryRaw<LeasedDelivery[]>`
      UPDATE deliveries
      SET attempts = attempts + 1,
          lease_id = ${randomUUID()}::uuid,
          leased_until = ${leaseExpiry()}
      WHERE id IN (
        SELECT id FROM deliveries
        WHERE status = 'pending' AND next_attempt_at <= now()
          AND ${UNLEASED}
        ORDER BY next_attempt_at LIMIT ${most}
        FOR UPDATE SKIP LOCKED
      )
      RETURNING id, kind, recipient, data, http_request_id AS "httpRequestId", attempts AS attempt, lease_id AS "leaseId"`;
  }

  async renew({ id, leaseId }: LeasedDelivery): Promise<void> {
    await this.database.$executeRaw`
      UPDATE deliveries SET leased_until = ${leaseExpiry()}
      WHERE id = ${id}::uuid AND lease_id = ${leaseId}::uuid`;
  }

  /**
   * Records the outcome of an attempt and returns the lease.
   *
   * @returns whether the lease was still held
   */
  async settle(
    { id, leaseId, recipient }: LeasedDelivery,
    { status, sentAt = null, error = null, retrySeconds = 0 }: Outcome,
    tx: Prisma.TransactionClient,
  ): Promise<boolean> {
    const settled = await tx.$executeRaw`
      UPDATE deliveries
      SET status = ${status}::delivery_status, sent_at = ${sentAt}, last_error = ${error},
          next_attempt_at = now() + make_interval(secs => ${retrySeconds}),
          recipient = CASE WHEN ${status} = 'sent' THEN ${recipient} ELSE recipient END,
          lease_id = NULL, leased_until = NULL
      WHERE id = ${id}::uuid AND lease_id = ${leaseId}::uuid`;
    return settled > 0;
  }
}
