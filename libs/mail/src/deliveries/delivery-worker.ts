import {
  type BeforeApplicationShutdown,
  Injectable,
  Logger,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { setTimeout as delay } from 'node:timers/promises';
import { DeliveryQueue } from './delivery-queue.js';
import { Sender } from './sender.js';

const POLL_MS = 1_000;
const AT_ONCE = 5;
const PATIENCE_AT_SHUTDOWN_MS = 5_000;

/** Takes due deliveries from the queue, a few at a time, and sees to it that they are sent. */
@Injectable()
export class DeliveryWorker implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger(DeliveryWorker.name);
  private readonly sending = new Set<Promise<void>>();
  private timer: NodeJS.Timeout | undefined;
  private looking = false;
  private lookAgain = false;
  private stopped = false;

  constructor(
    private readonly queue: DeliveryQueue,
    private readonly sender: Sender,
  ) {}

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => this.wake(), POLL_MS);
    this.wake();
  }

  /** What is still being sent after a while is left to the next start. */
  async beforeApplicationShutdown(): Promise<void> {
    this.stopped = true;
    clearInterval(this.timer);
    await Promise.race([
      Promise.all(this.sending),
      delay(PATIENCE_AT_SHUTDOWN_MS, undefined, { ref: false }),
    ]);
  }

  /** Looks for due deliveries now instead of at the next tick. */
  wake(): void {
    this.lookAgain = true;
    if (!this.looking) void this.look();
  }

  private async look(): Promise<void> {
    this.looking = true;
    try {
      while (this.lookAgain && !this.stopped && this.sending.size < AT_ONCE) {
        this.lookAgain = false;
        const claimed = await this.queue.claim(AT_ONCE - this.sending.size);
        for (const delivery of claimed) this.start(this.sender.send(delivery));
      }
    } catch (error) {
      this.logger.error(error);
    } finally {
      this.looking = false;
    }
  }

  private start(sending: Promise<void>): void {
    const settled = sending
      .catch((error: unknown) => this.logger.error(error))
      .finally(() => {
        this.sending.delete(settled);
        this.wake();
      });
    this.sending.add(settled);
  }
}
