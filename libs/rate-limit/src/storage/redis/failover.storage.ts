import { Logger, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { ApiError } from '#libs/http/src/errors/api-error.js';
import { PeriodicTask } from '#libs/scheduling/src/periodic-task.js';
import { FixedWindowStorage } from '../fixed-window.storage.js';
import type { Hit } from '../rate-limit-windows.js';
import type { MemoryStorage } from '../memory/memory.storage.js';
import type { BucketWindow } from '../memory/window-map.js';
import { ReplyWatch, LateReplyError } from './reply-watch.js';
import type { RedisStorage } from './redis.storage.js';
import type { StoreClock } from './store-clock.js';

const CHECK_EVERY_MS = 500;
/** Buckets used by checks, with a limit they never reach. */
const CHECK = { bucket: 'check', limit: 1_000_000, windowMs: 1_000 };
/** Number of consecutive late responses that count as an outage. */
const LATE_REPLIES = 5;
/** Number of windows per batch sent to a recovered store. */
const BATCH = 500;
/** Maximum number of causes logged per outage. */
const MAX_CAUSES = 5;
const LOST = 'the connection is lost';
const NOT_SHARED =
  'The rate limit store is unavailable and each process counts separately, so counts cannot be reset now. Try again when the store is back.';

/**
 * Counts in the shared store, and falls back to this process's memory while the store is unavailable.
 *
 * A request whose response is late is counted locally, and the next one tries the store again. After
 * `LATE_REPLIES` late responses in a row, or immediately after an error or a lost connection, all
 * requests are counted locally until a check succeeds.
 *
 * This process mirrors each count that the store returns and continues from it during an outage. A
 * recovered store first receives the counts it missed or lost; the highest count of a window wins.
 */
export class FailoverStorage
  extends FixedWindowStorage
  implements OnModuleInit, OnApplicationShutdown
{
  private readonly logger = new Logger('RateLimitStore');
  /** One per shard, so that one failing shard is noticed while others respond. */
  private readonly watches = new Map<string, ReplyWatch>();
  private readonly checks = new PeriodicTask(() => this.check(), {
    everyMs: CHECK_EVERY_MS,
    logger: this.logger,
    failure: 'Could not check the rate limit store.',
  });
  /** Unknown until the first check. */
  private isUp?: boolean;
  private readonly loggedCauses = new Set<string>();
  private lastLatency?: number;

  constructor(
    private readonly store: RedisStorage,
    private readonly own: MemoryStorage,
    private readonly clock: StoreClock,
    private readonly timeoutMs: number,
  ) {
    super();
  }

  async onModuleInit(): Promise<void> {
    await this.store.connect();
    await this.check();
    // The next check finds out why.
    this.store.onLoss(() => (this.isUp = false));
    this.checks.start();
  }

  async onApplicationShutdown(): Promise<void> {
    await this.checks.stop();
    this.store.close();
  }

  override get isDegraded(): boolean {
    return !this.isUp;
  }

  override get latency(): number | undefined {
    return this.lastLatency;
  }

  override async hit(bucket: string, limit: number, windowMs: number, cost?: number): Promise<Hit> {
    if (this.isUp) {
      try {
        return await this.hitStore(bucket, limit, windowMs, cost);
      } catch (error) {
        this.onFailure(error as Error);
      }
    }
    return this.own.hit(bucket, limit, windowMs, cost);
  }

  override async clear(buckets: readonly string[]): Promise<void> {
    if (!this.isUp) throw new ApiError('unavailable', NOT_SHARED);
    try {
      await this.store.clear(buckets);
    } catch (error) {
      this.onFailure(error as Error);
      throw new ApiError('unavailable', NOT_SHARED);
    }
    await this.own.clear(buckets);
  }

  private async hitStore(
    bucket: string,
    limit: number,
    windowMs: number,
    cost?: number,
  ): Promise<Hit> {
    const watch = this.watchOf(this.store.shardOf(bucket));
    const hit = await watch.waitFor(this.store.hit(bucket, limit, windowMs, cost));
    this.clock.set(hit.now);
    this.own.raise(bucket, hit.count, hit.resetsAt);
    return hit;
  }

  private watchOf(shard: string): ReplyWatch {
    let watch = this.watches.get(shard);
    if (!watch) this.watches.set(shard, (watch = new ReplyWatch(this.timeoutMs)));
    return watch;
  }

  private async check(): Promise<void> {
    const buckets = this.store.bucketsOfShards(CHECK.bucket);
    const shards = new Set(buckets.map((bucket) => this.store.shardOf(bucket)));
    for (const shard of this.watches.keys()) if (!shards.has(shard)) this.watches.delete(shard);
    const began = performance.now();
    try {
      await Promise.all(
        buckets.map((bucket) => this.hitStore(bucket, CHECK.limit, CHECK.windowMs)),
      );
      this.lastLatency = (performance.now() - began) / 1000;
      if (!this.isUp) await this.resume();
    } catch (error) {
      this.lastLatency = undefined;
      this.onFailure(error as Error);
      if (!this.isUp && this.loggedCauses.size === 0) this.logCause(LOST);
    }
  }

  private onFailure(error: Error): void {
    if (this.isUp && error instanceof LateReplyError && error.inARow < LATE_REPLIES) return;
    this.isUp = false;
    const cause = this.store.explain(error);
    // If the connection was just lost, the next check finds the cause.
    if (cause) this.logCause(cause);
  }

  private logCause(cause: string): void {
    if (this.loggedCauses.has(cause) || this.loggedCauses.size === MAX_CAUSES) return;
    this.logger.warn(
      this.loggedCauses.size === 0
        ? `The rate limit store is not available: ${cause}. Each process counts separately until it is back.`
        : `The rate limit store is still not available: ${cause}.`,
    );
    this.loggedCauses.add(cause);
  }

  private async resume(): Promise<void> {
    const sent = new Map<BucketWindow, number>();
    const send = (window: BucketWindow) => {
      sent.set(window, window.count);
      return this.store.raise(window.bucket, window.count, window.resetsAt);
    };
    const windows = [...this.own.windows()];
    for (let start = 0; start < windows.length; start += BATCH) {
      await Promise.all(windows.slice(start, start + BATCH).map(send));
    }
    // Send the counts of requests that arrived during the transfer. A connection preserves order, so the
    // store receives them before it counts further requests.
    for (const window of this.own.windows()) {
      if (sent.get(window) === window.count) continue;
      send(window).catch((error: Error) => this.onFailure(error));
    }
    if (this.isUp === false) {
      // It recovered before the next check.
      if (this.loggedCauses.size === 0) this.logCause(LOST);
      this.logger.log('The rate limit store is available again.');
    }
    this.loggedCauses.clear();
    this.isUp = true;
  }
}
