import { Injectable, Logger } from '@nestjs/common';
import { Clock } from '#libs/config/src/clock.js';
import { Environment } from '#libs/config/src/environment.js';
import { Database } from '#libs/database/src/database.js';
import { LEASE_SECONDS } from '#libs/database/src/sql.js';
import { isDatabaseUnavailable, quietWhileAway } from '#libs/database/src/database-errors.js';
import { PeriodicTask } from '#libs/scheduling/src/periodic-task.js';
import { render } from '../message/render.js';
import { MailTransport } from '../transport/mail-transport.js';
import { type ComposedMessage, Composers, NoLongerDue } from './composers.js';
import { DeliveriesRepository, type LeasedDelivery } from './deliveries.repository.js';
import { type AttemptOutcome, outcomeOf, reasonOf } from './outcome.js';

const LONGEST_SENDING_MS = 120_000;

/**
 * Sends one leased delivery and records its outcome. No transaction is open while a mail is sent; see
 * `libs/database/src/sql.ts`.
 */
@Injectable()
export class DeliverySender {
  private readonly logger = new Logger(DeliverySender.name);

  constructor(
    private readonly database: Database,
    private readonly deliveries: DeliveriesRepository,
    private readonly composers: Composers,
    private readonly transport: MailTransport,
    private readonly clock: Clock,
    private readonly environment: Environment,
  ) {}

  async send(delivery: LeasedDelivery): Promise<void> {
    const renewing = new PeriodicTask(() => this.deliveries.renew(delivery), {
      everyMs: (LEASE_SECONDS * 1000) / 3,
      logger: quietWhileAway(this.logger),
      failure: `Could not renew the lease on ${delivery.kind} ${delivery.id}.`,
    });
    renewing.start();
    let message: ComposedMessage | undefined;
    try {
      message = await this.composers.find(delivery.kind)(delivery);
      await this.transport.send(
        {
          id: `${delivery.kind}-${delivery.id}-${delivery.attempt}`,
          kind: delivery.kind,
          to: delivery.recipient,
          httpRequestId: delivery.httpRequestId,
          replyTo: message.replyTo,
          ...render(message, this.environment),
        },
        AbortSignal.timeout(LONGEST_SENDING_MS),
      );
      await this.recordSent(delivery, message);
    } catch (error) {
      this.logFailure(delivery, error);
      await this.settle(delivery, outcomeOf(error, message, delivery.attempt));
    } finally {
      await renewing.stop();
    }
  }

  /** Retries while the database is unavailable, because a second email would replace the key in it. */
  private async recordSent(
    delivery: LeasedDelivery,
    { accepted: alongside }: ComposedMessage,
  ): Promise<void> {
    for (let retries = LEASE_SECONDS; ; retries--) {
      try {
        const sentAt = this.clock.now();
        return await this.settle(delivery, { status: 'sent', sentAt, alongside });
      } catch (error) {
        if (retries === 0 || !isDatabaseUnavailable(error)) throw error;
        await new Promise((resolve) => setTimeout(resolve, 1_000));
      }
    }
  }

  /** Does nothing if the lease has expired and another process owns the delivery. */
  private async settle(delivery: LeasedDelivery, outcome: AttemptOutcome): Promise<void> {
    await this.database.$transaction(async (tx) => {
      if (await this.deliveries.settle(delivery, outcome, tx)) await outcome.alongside?.(tx);
    });
  }

  private logFailure({ kind, id, attempt, httpRequestId }: LeasedDelivery, failure: unknown): void {
    this.logger[failure instanceof NoLongerDue ? 'log' : 'warn']({
      ...(httpRequestId && { requestId: httpRequestId }),
      message: `${kind} ${id}, attempt ${attempt}: ${reasonOf(failure)}`,
    });
  }
}
