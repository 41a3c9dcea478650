import { Injectable } from '@nestjs/common';
import { Environment } from '#libs/config/src/environment.js';
import { UNCLAIMED } from '#libs/database/src/claims.js';
import type { Prisma } from '#libs/database/src/database.js';
import {
  type ComposedMessage,
  Composers,
  NoLongerDue,
} from '#libs/mail/src/deliveries/composers.js';
import { MailService } from '#libs/mail/src/mail.service.js';
import { Action, Link } from '#libs/mail/src/message/elements.js';
import { writtenTime } from '#libs/mail/src/message/written-time.js';

const INTERVAL_SECONDS = 10 * 60;
/** How many items a notice quotes; it tells the number of all. */
const MOST_QUOTED = 10;

/** Names the lock among all advisory locks of the database. */
const NOTICES_LOCK = 7_203_115;

/** Something that waits for a decision of an admin. */
export interface WaitingItem {
  id: string;
  createdAt: Date;
  /** What it is called where several are named in one subject. */
  name: string;
  /** The subject of a notice of it alone. */
  subject: string;
  /** Whom an answer to a notice of it alone goes to. */
  replyTo?: string;
  /** What was typed by others; it is shown as theirs. */
  quote: string;
  /** The same where a notice is of several. */
  shortQuote: string;
}

/** What admins are told of, in mails of one kind. */
export interface Notice {
  kind: string;
  /** What one item is called, in lower case; its plural ends in s. */
  noun: string;
  /** The group of their operations at `/admin/docs`. */
  tag: string;
  /** The operation that lists them. */
  listOperation: string;
  /** What an admin may decide, and the operation that does it. */
  decisions: { label: string; operation: string }[];
  /** The newest items that wait, and how many there are. */
  waiting(most: number): Promise<{ items: WaitingItem[]; count: number }>;
}

/**
 * Tells admins of what waits for their decision, each admin at most once in ten minutes of each kind.
 *
 * A notice is written when it is sent, of all that is waiting then. So an item needs a new one only
 * where none is waiting to be sent, and that one is due ten minutes after the last. The schedule is in
 * the database, and holds across restarts and processes.
 */
@Injectable()
export class AdminNoticesService {
  constructor(
    private readonly environment: Environment,
    private readonly mail: MailService,
    private readonly composers: Composers,
  ) {}

  register(notice: Notice): void {
    this.composers.register(notice.kind, () => this.compose(notice));
  }

  /**
   * Sees to it that a notice is sent once the transaction, which brings an item, has committed.
   *
   * @param httpRequestId what the request is called that brings it
   */
  async announce(
    tx: Prisma.TransactionClient,
    kind: string,
    httpRequestId?: string,
  ): Promise<void> {
    await tx.$executeRaw`SELECT pg_advisory_xact_lock(${NOTICES_LOCK})`;
    for (const recipient of await this.recipients(tx)) {
      if (await isNoticeWaiting(tx, kind, recipient)) continue;
      await this.mail.add(tx, {
        kind,
        recipient,
        data: {},
        httpRequestId,
        notBefore: await dueAt(tx, kind, recipient),
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

  private async compose(notice: Notice): Promise<ComposedMessage> {
    const { noun } = notice;
    const { items, count } = await notice.waiting(MOST_QUOTED);
    const [newest] = items;
    if (!newest) throw new NoLongerDue(`No ${noun} is waiting any more.`);
    const isOnly = items.length === 1;
    return {
      subject: isOnly
        ? newest.subject
        : `${count} ${noun}s are waiting: ${items.map(({ name }) => name).join(', ')}`,
      body: (
        <>
          <p>
            {isOnly
              ? `A ${noun} is waiting for a decision.`
              : `${count} ${noun}s are waiting for a decision.`}
          </p>
          {isOnly ? this.decisions(notice, newest) : this.allDecisions(notice, items)}
          {count > items.length && <p>This mail shows the newest {items.length}.</p>}
        </>
      ),
      replyTo: isOnly ? newest.replyTo : undefined,
      quotes: items.map(({ id, createdAt, quote, shortQuote }) => ({
        about: `The ${noun} ${id}\nof ${writtenTime(createdAt)}:`,
        quote: isOnly ? quote : shortQuote,
      })),
    };
  }

  private decisions({ tag, decisions }: Notice, { id }: WaitingItem) {
    return decisions.map(({ label, operation }) => (
      <Action href={this.addressOf(tag, operation, id)}>{label}</Action>
    ));
  }

  private allDecisions(notice: Notice, items: WaitingItem[]) {
    const { noun, tag, listOperation, decisions } = notice;
    return (
      <>
        <Action href={this.addressOf(tag, listOperation)}>All that are waiting</Action>
        {items.map(({ id }) =>
          decisions.map(({ label, operation }) => (
            <Link href={this.addressOf(tag, operation, id)}>{`${label} the ${noun} ${id}`}</Link>
          )),
        )}
      </>
    );
  }

  /** Where Swagger UI opens an operation, with the id filled in (`apps/api/client`). */
  private addressOf(tag: string, operation: string, id?: string): string {
    const query = id ? `?id=${id}` : '';
    const { ADMIN_URL } = this.environment;
    return `${ADMIN_URL}/admin/docs${query}#/${encodeURIComponent(tag)}/${operation}`;
  }
}

/**
 * Whether there is a notice that nobody is about to send. It stays so until the transaction ends: a
 * worker passes over a locked row. One that a worker has claimed may be written already.
 */
async function isNoticeWaiting(
  tx: Prisma.TransactionClient,
  kind: string,
  recipient: string,
): Promise<boolean> {
  const waiting = await tx.$queryRaw<unknown[]>`
    SELECT 1 FROM deliveries
    WHERE recipient = ${recipient} AND kind = ${kind} AND status = 'pending'
      AND ${UNCLAIMED}
    LIMIT 1 FOR UPDATE`;
  return waiting.length > 0;
}

/** Ten minutes after the last notice to this recipient that was sent or is being sent. */
async function dueAt(tx: Prisma.TransactionClient, kind: string, recipient: string): Promise<Date> {
  const [row] = await tx.$queryRaw<{ due: Date }[]>`
    SELECT greatest(
      now(), max(coalesce(sent_at, now())) + make_interval(secs => ${INTERVAL_SECONDS})
    ) AS due
    FROM deliveries
    WHERE recipient = ${recipient} AND kind = ${kind} AND status IN ('pending', 'sent')`;
  return row!.due;
}
