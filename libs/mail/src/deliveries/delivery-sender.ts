import { Injectable, Logger } from '@nestjs/common';
import { Environment } from '#libs/config/src/environment.js';
import { LEASE_SECONDS } from '#libs/database/src/sql.js';
import { isDatabaseUnavailable, quietWhileAway } from '#libs/database/src/database-errors.js';
import { PeriodicTask } from '#libs/scheduling/src/periodic-task.js';
import { contactOf } from '../message/message.js';
import { render, type Sender } from '../message/render.js';
import { MailTransport, SendFailure } from '../transport/mail-transport.js';
import { type ComposedMessage, Composers, NoLongerDue } from './composers.js';
import type { LeasedDelivery } from './deliveries.repository.js';
import { DeliveryQueue } from './delivery-queue.js';

const LONGEST_SENDING_MS = 120_000;

/** Sends one leased delivery and records its outcome. */
@Injectable()
export class DeliverySender {
  private readonly logger = new Logger(DeliverySender.name);
  private readonly sender: Sender;

  constructor(
    private readonly queue: DeliveryQueue,
    private readonly composers: Composers,
    private readonly transport: MailTransport,
    environment: Environment,
  ) {
    const { SITE_NAME: siteName, PUBLIC_URL: url } = environment;
    this.sender = { siteName, url, contact: contactOf(environment) };
  }

  async send(delivery: LeasedDelivery): Promise<void> {
    const renewing = new PeriodicTask(() => this.queue.renew(delivery), {
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
          ...render(message, this.sender),
        },
        AbortSignal.timeout(LONGEST_SENDING_MS),
      );
      await this.recordSent(delivery, message);
    } catch (error) {
      await this.noteFailure(delivery, error, message);
    } finally {
      await renewing.stop();
    }
  }

  /** Retries while the database is unavailable, because a second email would replace the key in it. */
  private async recordSent(delivery: LeasedDelivery, { accepted }: ComposedMessage): Promise<void> {
    for (let retries = LEASE_SECONDS; ; retries--) {
      try {
        return await this.queue.markSent(delivery, accepted);
      } catch (error) {
        if (retries === 0 || !isDatabaseUnavailable(error)) throw error;
        await new Promise((resolve) => setTimeout(resolve, 1_000));
      }
    }
  }

  private async noteFailure(
    delivery: LeasedDelivery,
    error: unknown,
    message: ComposedMessage | undefined,
  ): Promise<void> {
    const reason = error instanceof Error ? error.message : String(error);
    const { kind, id, attempt, httpRequestId } = delivery;
    const isSuperseded = error instanceof NoLongerDue;
    this.logger[isSuperseded ? 'log' : 'warn']({
      ...(httpRequestId && { requestId: httpRequestId }),
      message: `${kind} ${id}, attempt ${attempt}: ${reason}`,
    });
    if (isSuperseded) return this.queue.markSuperseded(delivery, reason);
    const outcome = error instanceof SendFailure ? error.outcome : 'uncertain';
    if (outcome === 'rejected' && message?.isCourtesy) {
      return this.queue.markSuperseded(delivery, reason);
    }
    const alongside = outcome === 'uncertain' ? undefined : message?.notTaken;
    if (outcome === 'rejected') {
      await this.queue.markFailed(delivery, reason, alongside);
    } else {
      await this.queue.postpone(delivery, reason, alongside);
    }
  }
}
