import { Injectable } from '@nestjs/common';
import { Environment } from '#libs/config/src/environment.js';
import { UNCLAIMED } from '#libs/database/src/claims.js';
import type { Prisma } from '#libs/database/src/database.js';
import { MailService } from '#libs/mail/src/mail.service.js';
import { ADMIN_NOTICE } from '../mails/admin-notice.composer.js';

const INTERVAL_SECONDS = 10 * 60;

/** Names the lock among all advisory locks of the database. */
const NOTICES_LOCK = 7_203_115;

/**
 * Tells admins of key requests, each admin at most once in ten minutes.
 *
 * A notice is written when it is sent, of all requests that are waiting then. So a request needs a
 * new one only where none is waiting to be sent, and that one is due ten minutes after the last. The
 * schedule is in the database, and holds across restarts and processes.
 */
@Injectable()
export class AdminNoticesService {
  constructor(
    private readonly environment: Environment,
    private readonly mail: MailService,
  ) {}

  /** Sees to it that a notice is sent once the transaction, which brings a request, has committed. */
  async announce(tx: Prisma.TransactionClient): Promise<void> {
    await tx.$executeRaw`SELECT pg_advisory_xact_lock(${NOTICES_LOCK})`;
    for (const recipient of await this.recipients(tx)) {
      if (await isNoticeWaiting(tx, recipient)) continue;
      await this.mail.add(tx, {
        kind: ADMIN_NOTICE,
        recipient,
        data: {},
        notBefore: await dueAt(tx, recipient),
      });
    }
  }

  /** ADMIN_NOTIFY_EMAIL, or else every admin. */
  private async recipients(tx: Prisma.TransactionClient): Promise<string[]> {
    const { ADMIN_NOTIFY_EMAIL } = this.environment;
    if (ADMIN_NOTIFY_EMAIL) return [ADMIN_NOTIFY_EMAIL];
    const admins = await tx.admin.findMany({
      where: { disabledAt: null },
      orderBy: { email: 'asc' },
    });
    return admins.map(({ email }) => email);
  }
}

/**
 * Whether there is a notice that nobody is about to send. It stays so until the transaction ends: a
 * worker passes over a locked row. One that a worker has claimed may be written already.
 */
async function isNoticeWaiting(tx: Prisma.TransactionClient, recipient: string): Promise<boolean> {
  const waiting = await tx.$queryRaw<unknown[]>`
    SELECT 1 FROM deliveries
    WHERE recipient = ${recipient} AND kind = ${ADMIN_NOTICE} AND status = 'pending'
      AND ${UNCLAIMED}
    LIMIT 1 FOR UPDATE`;
  return waiting.length > 0;
}

/** Ten minutes after the last notice that was sent, or is being sent, to this recipient. */
async function dueAt(tx: Prisma.TransactionClient, recipient: string): Promise<Date> {
  const [row] = await tx.$queryRaw<{ due: Date }[]>`
    SELECT greatest(
      now(), max(coalesce(sent_at, now())) + make_interval(secs => ${INTERVAL_SECONDS})
    ) AS due
    FROM deliveries
    WHERE recipient = ${recipient} AND kind = ${ADMIN_NOTICE} AND status <> 'failed'`;
  return row!.due;
}
