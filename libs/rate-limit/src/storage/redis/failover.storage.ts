import { Logger, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { FixedWindowStorage, type Hit } from '../fixed-window.storage.js';
import type { MemoryStorage } from '../memory/memory.storage.js';
import { AnswerWatch } from './answer-watch.js';
import type { RedisStorage } from './redis.storage.js';
import type { StoreClock } from './store-clock.js';

const CHECK_EVERY_MS = 500;
/** What checks are counted under, with a limit that they never reach. */
const CHECK = { bucket: 'check', limit: 1_000_000, windowMs: 1_000 };
/** How many windows are sent to the store at a time when it is back. */
const BATCH = 500;

/**
 * Counts in the shared store while that answers, and in this process while it does not.
 *
 * This process notes each count that the store answers, and goes on from there when the store
 * falls. When the store is back, it first learns what it has missed or lost: of several counts of
 * one window, the highest holds.
 */
export class FailoverStorage
  extends FixedWindowStorage
  implements OnModuleInit, OnApplicationShutdown
{
  private readonly logger = new Logger('RateLimitStore');
  private readonly answers = new AnswerWatch();
  private timer?: NodeJS.Timeout;
  private checking?: Promise<void>;
  /** Unknown until the first check. */
  private isUp?: boolean;

  constructor(
    private readonly store: RedisStorage,
    private readonly own: MemoryStorage,
    private readonly clock: StoreClock,
  ) {
    super();
  }

  async onModuleInit(): Promise<void> {
    await this.store.connect();
    await this.check();
    this.store.onLoss(() => this.fallBack(new Error('the connection is lost')));
    this.timer = setInterval(() => {
      this.checking ??= this.check().finally(() => (this.checking = undefined));
    }, CHECK_EVERY_MS).unref();
  }

  async onApplicationShutdown(): Promise<void> {
    clearInterval(this.timer);
    await this.checking;
    this.store.close();
  }

  override get isDegraded(): boolean {
    return !this.isUp;
  }

  override async hit(bucket: string, limit: number, windowMs: number): Promise<Hit> {
    if (this.isUp) {
      try {
        return await this.hitStore(bucket, limit, windowMs);
      } catch (error) {
        this.fallBack(error);
      }
    }
    return this.own.hit(bucket, limit, windowMs);
  }

  private async hitStore(bucket: string, limit: number, windowMs: number): Promise<Hit> {
    const hit = await this.answers.waitFor(this.store.hit(bucket, limit, windowMs));
    this.clock.set(hit.now);
    this.own.raise(bucket, hit.count, hit.resetsAt);
    return hit;
  }

  private async check(): Promise<void> {
    try {
      await this.hitStore(CHECK.bucket, CHECK.limit, CHECK.windowMs);
      if (!this.isUp) await this.resume();
    } catch (error) {
      this.fallBack(error);
    }
  }

  private fallBack(error: unknown): void {
    if (this.isUp === false) return;
    this.isUp = false;
    this.logger.warn(
      `The rate limit store is not available: ${(error as Error).message}. ` +
        'Until it is, each process counts for itself.',
    );
  }

  private async resume(): Promise<void> {
    const windows = [...this.own.windows()];
    for (let start = 0; start < windows.length; start += BATCH) {
      const batch = windows.slice(start, start + BATCH);
      await Promise.all(
        batch.map(({ bucket, count, resetsAt }) => this.store.raise(bucket, count, resetsAt)),
      );
    }
    if (this.isUp === false) this.logger.log('The rate limit store is available again.');
    this.isUp = true;
  }
}
