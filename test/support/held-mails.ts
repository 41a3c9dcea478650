import { Logger } from '@nestjs/common';
import type { Clock } from '#libs/config/src/clock.js';
import type { Environment } from '#libs/config/src/environment.js';
import type { Database } from '#libs/database/src/database.js';
import { Composers } from '#libs/mail/src/deliveries/composers.js';
import { DeliveriesRepository } from '#libs/mail/src/deliveries/deliveries.repository.js';
import { DeliverySender } from '#libs/mail/src/deliveries/delivery-sender.js';
import { MailService } from '#libs/mail/src/mail.service.js';
import {
  type Mail,
  MailTransport,
  SendFailure,
  type SendOutcome,
} from '#libs/mail/src/transport/mail-transport.js';

/** Holds the emails of the services under test and processes them on request, without sending any. */
export class HeldMails {
  readonly composers = new Composers();
  readonly service: MailService;
  private readonly transport = new FailingTransport();
  private readonly deliveries: DeliveriesRepository;
  private readonly sender: DeliverySender;

  constructor(
    private readonly database: Database,
    clock: Clock,
    environment: Environment,
  ) {
    this.deliveries = new DeliveriesRepository(database);
    // Silences warnings about failures that tests request.
    Logger.overrideLogger(false);
    this.service = new MailService(database, this.deliveries, { wake: () => {} });
    this.sender = new DeliverySender(
      database,
      this.deliveries,
      this.composers,
      this.transport,
      clock,
      environment,
    );
  }

  /** Sets the outcomes of the next attempts, in order; later attempts succeed. */
  fail(...outcomes: SendOutcome[]): void {
    this.transport.failures = outcomes;
  }

  /** Attempts every pending delivery, even postponed ones, and returns the mails the server read. */
  async send(): Promise<Mail[]> {
    await this.database.delivery.updateMany({
      where: { status: 'pending' },
      data: { nextAttemptAt: new Date(0) },
    });
    this.transport.read = [];
    for (const delivery of await this.deliveries.leaseDue(100)) await this.sender.send(delivery);
    return this.transport.read;
  }
}

class FailingTransport extends MailTransport {
  read: Mail[] = [];
  failures: SendOutcome[] = [];

  override async check(): Promise<void> {}

  override async send(mail: Mail): Promise<void> {
    this.read.push(mail);
    const outcome = this.failures.shift();
    if (outcome) throw new SendFailure(outcome, `the mail was ${outcome}`);
  }
}
