import { Injectable } from '@nestjs/common';
import { UNCLAIMED } from '#libs/database/src/sql.js';
import type { Prisma } from '#libs/database/src/database.js';

/** Advisory lock id. */
const NOTICES_LOCK = 7_203_115;

/** Answers who gets a notice and when, in the transaction that adds an item. */
@Injectable()
export class AdminNoticesRepository {
  /** Makes other transactions that queue notices wait until this one ends. */
  async lock(tx: Prisma.TransactionClient): Promise<void> {
    await tx.$executeRaw`SELECT pg_advisory_xact_lock(${NOTICES_LOCK})`;
  }

  /** Returns the addresses of admins who can sign in, in alphabetical order. */
  async enabledAdmins(tx: Prisma.TransactionClient): Promise<string[]> {
    const admins = await tx.admin.findMany({
      where: { disabledAt: null },
      orderBy: { email: 'asc' },
    });
    return admins.map(({ email }) => email);
  }

  /**
   * Reports whether a notice is pending that no worker has leased. Locks its row until the
   * transaction ends, because workers skip locked rows. A leased notice may already be composed.
   */
  async isPending(kind: string, recipient: string, tx: Prisma.TransactionClient): Promise<boolean> {
    const pending = await tx.$queryRaw<unknown[]>`
      SELECT FROM deliveries
      WHERE recipient = ${recipient} AND kind = ${kind} AND status = 'pending'
        AND ${UNCLAIMED}
      LIMIT 1 FOR UPDATE`;
    return pending.length > 0;
  }

  /**
   * Returns the time when this interval has passed since the last notice to the recipient that was
   * sent or is being sent.
   */
  async dueAt(
    kind: string,
    recipient: string,
    intervalSeconds: number,
    tx: Prisma.TransactionClient,
  ): Promise<Date> {
    const [row] = await tx.$queryRaw<{ due: Date }[]>`
      SELECT greatest(
        now(), max(coalesce(sent_at, now())) + make_interval(secs => ${intervalSeconds})
      ) AS due
      FROM deliveries
      WHERE recipient = ${recipient} AND kind = ${kind} AND status IN ('pending', 'sent')`;
    return row!.due;
  }
}
