import { Injectable } from '@nestjs/common';
import { Environment } from '#libs/config/src/environment.js';
import type { Prisma } from '#libs/database/src/database.js';
import {
  type ComposedMessage,
  Composers,
  NoLongerDue,
} from '#libs/mail/src/deliveries/composers.js';
import { DeliveriesRepository } from '#libs/mail/src/deliveries/deliveries.repository.js';
import { MailService } from '#libs/mail/src/mail.service.js';
import { Action, writtenTime } from '#libs/mail/src/message/elements.js';
import type { Quotation } from '#libs/mail/src/message/message.js';
import { AdminsRepository } from '../accounts/admins.repository.js';

const INTERVAL_SECONDS = 10 * 60;
/** Maximum number of items that a notice quotes. It states the total. */
const MOST_QUOTED = 10;
/** Page size of the list that a notice links to, the maximum of the API. */
const MOST_LISTED = '100';

/** An item that waits for an admin's decision. */
export interface WaitingItem {
  id: string;
  createdAt: Date;
  /** Name in the subject of a notice about several items. */
  name: string;
  /** Subject of a notice about only this item. */
  subject: string;
  /** Reply-To address of a notice about only this item. */
  replyTo?: string;
  /** Text typed by a visitor, shown as a quote. */
  quote: string;
  /** Shorter quote for a notice about several items. */
  shortQuote: string;
}

/** A kind of email to admins about items that wait for a decision. */
export interface Notice {
  kind: string;
  /** Lowercase noun for an item. Its plural ends in s. */
  noun: string;
  /** OpenAPI tag of the operations at `/admin/docs`. */
  tag: string;
  /** Operation that lists the items. */
  listOperation: string;
  /** Possible decisions and their operations. */
  decisions: { label: string; operation: string }[];
  /** Returns the oldest waiting items, oldest first, and the total count. */
  waiting(most: number): Promise<{ items: WaitingItem[]; count: number }>;
}

/**
 * Emails admins about items that wait for their decision. Each admin gets at most one notice of each
 * kind per ten minutes.
 *
 * A notice is composed when it is sent and covers every item waiting at that time. A new item
 * therefore needs a new notice only when none is pending, and that notice is due ten minutes after the
 * last one. The schedule is in the database and applies across restarts and processes.
 */
@Injectable()
export class AdminNoticesService {
  constructor(
    private readonly environment: Environment,
    private readonly mail: MailService,
    private readonly composers: Composers,
    private readonly deliveries: DeliveriesRepository,
    private readonly admins: AdminsRepository,
  ) {}

  register(notice: Notice): void {
    this.composers.register(notice.kind, ({ recipient }) => this.compose(notice, recipient));
  }

  /**
   * Queues a notice in the transaction that adds an item, unless one is pending.
   *
   * @param httpRequestId id of the HTTP request that adds the item
   */
  async announce(
    tx: Prisma.TransactionClient,
    kind: string,
    httpRequestId?: string,
  ): Promise<void> {
    await this.deliveries.lockNotices(tx);
    for (const recipient of await this.recipients(tx)) {
      if (await this.deliveries.isPending(kind, recipient, tx)) continue;
      await this.mail.add(tx, {
        kind,
        recipient,
        data: {},
        httpRequestId,
        notBefore: await this.deliveries.dueAt(kind, recipient, INTERVAL_SECONDS, tx),
      });
    }
  }

  /** Returns ADMIN_NOTIFY_EMAIL if it is set, otherwise the address of every enabled admin. */
  private async recipients(tx?: Prisma.TransactionClient): Promise<string[]> {
    const { ADMIN_NOTIFY_EMAIL } = this.environment;
    if (ADMIN_NOTIFY_EMAIL) return [ADMIN_NOTIFY_EMAIL];
    return this.admins.enabledAddresses(tx);
  }

  private async compose(notice: Notice, recipient: string): Promise<ComposedMessage> {
    const { kind, noun } = notice;
    const { items, count } = await notice.waiting(MOST_QUOTED);
    const [oldest] = items;
    if (!oldest) throw new NoLongerDue(`No ${noun} is waiting anymore.`);
    if (!(await this.recipients()).includes(recipient)) {
      // The items may have arrived before the present recipients.
      await this.mail.inTransaction(undefined, (tx) => this.announce(tx, kind));
      throw new NoLongerDue('The recipient no longer gets notices.');
    }
    const isOnly = items.length === 1;
    return {
      subject: isOnly
        ? oldest.subject
        : `${count} ${noun}s are waiting: ${items.map(({ name }) => name).join(', ')}`,
      body: (
        <>
          <p>
            {isOnly
              ? `A ${noun} is waiting for a decision.`
              : `${count} ${noun}s are waiting for a decision.`}
          </p>
          {isOnly ? this.decisions(notice, oldest) : this.listOf(notice)}
          {count > items.length && <p>This email shows the oldest {items.length}.</p>}
        </>
      ),
      replyTo: isOnly ? oldest.replyTo : undefined,
      quotes: isOnly
        ? [{ about: `The ${noun} of ${writtenTime(oldest.createdAt)}:`, quote: oldest.quote }]
        : items.map((item, index) => this.numbered(notice, item, index + 1)),
    };
  }

  private decisions({ tag, decisions }: Notice, { id }: WaitingItem) {
    return decisions.map(({ label, operation }) => (
      <Action href={this.addressOf(tag, operation, { id })}>{label}</Action>
    ));
  }

  /** Quotes one of several items, with its number and its decisions. */
  private numbered(
    { noun, tag, decisions }: Notice,
    { id, createdAt, shortQuote }: WaitingItem,
    number: number,
  ): Quotation {
    return {
      about: `${number}. The ${noun} of ${writtenTime(createdAt)}:`,
      links: Object.fromEntries(
        decisions.map(({ label, operation }) => [
          `${label} ${noun} ${number}`,
          this.addressOf(tag, operation, { id }),
        ]),
      ),
      quote: shortQuote,
    };
  }

  private listOf({ noun, tag, listOperation }: Notice) {
    const href = this.addressOf(tag, listOperation, { status: 'pending', limit: MOST_LISTED });
    return <Action href={href}>{`All waiting ${noun}s`}</Action>;
  }

  /**
   * Returns the URL at which Swagger UI opens an operation with these parameters filled in
   * (`apps/api/client`).
   */
  private addressOf(tag: string, operation: string, parameters: Record<string, string>): string {
    const query = new URLSearchParams(parameters).toString();
    const { ADMIN_URL } = this.environment;
    return `${ADMIN_URL}/admin/docs?${query}#/${encodeURIComponent(tag)}/${operation}`;
  }
}
