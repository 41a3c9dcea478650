import {
  type BeforeApplicationShutdown,
  Injectable,
  Logger,
  type OnApplicationBootstrap,
  type OnModuleDestroy,
} from '@nestjs/common';
import { quietWhileAway } from '#libs/database/src/database-errors.js';
import { DrainingService } from '#libs/http/src/draining/draining.service.js';
import { DeliveriesRepository } from './deliveries.repository.js';
import { DeliverySender } from './delivery-sender.js';

/** Interval to look for mails that other processes queued and for due retries, in milliseconds. */
const POLL_MS = 5_000;
const AT_ONCE = 5;

/** Leases due deliveries, a few at a time, and has them sent. */
@Injectable()
export class DeliveryWorker
  implements OnApplicationBootstrap, OnModuleDestroy, BeforeApplicationShutdown
{
  private readonly logger = quietWhileAway(new Logger(DeliveryWorker.name));
  /** Holds at most `AT_ONCE` deliveries. */
  private readonly sending = new Set<Promise<void>>();
  private timer: NodeJS.Timeout | undefined;
  private looking = false;
  private lastLook = Promise.resolve();
  private lookAgain = false;
  private stopped = false;

  constructor(
    private readonly deliveries: DeliveriesRepository,
    private readonly sender: DeliverySender,
    private readonly draining: DrainingService,
  ) {}

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => this.wake(), POLL_MS);
    this.wake();
  }

  onModuleDestroy(): void {
    this.stopped = true;
    clearInterval(this.timer);
  }

  /** Waits for mails in progress. When the time is up, the rest are left to the next start. */
  async beforeApplicationShutdown(): Promise<void> {
    await Promise.race([this.finish(), this.draining.timeIsUp]);
  }

  private async finish(): Promise<void> {
    await this.lastLook;
    await Promise.all(this.sending);
  }

  /** Polls for due deliveries now instead of at the next tick. */
  wake(): void {
    this.lookAgain = true;
    if (!this.looking) this.lastLook = this.look();
  }

  private async look(): Promise<void> {
    this.looking = true;
    try {
      while (this.lookAgain && !this.stopped && this.sending.size < AT_ONCE) {
        this.lookAgain = false;
        const leased = await this.deliveries.leaseDue(AT_ONCE - this.sending.size);
        for (const delivery of leased) this.start(this.sender.send(delivery));
      }
    } catch (error) {
      this.logger.error('Could not poll for mails to send.', error);
    } finally {
      this.looking = false;
    }
  }

  private start(sending: Promise<void>): void {
    const settled = sending
      .catch((error: unknown) =>
        this.logger.error('Could not record the outcome of a mail.', error),
      )
      .finally(() => {
        this.sending.delete(settled);
        this.wake();
      });
    this.sending.add(settled);
  }
}
