import type { ThrottlerStorage } from '@nestjs/throttler';
import { type Hit, RateLimitWindows } from './rate-limit-windows.js';

/** Limit of a hit that only reads. */
export const COUNT_NOTHING = 0;

type ThrottlerStorageRecord = Awaited<ReturnType<ThrottlerStorage['increment']>>;

export interface FixedWindowRecord extends ThrottlerStorageRecord {
  /** End of the window in Unix epoch milliseconds. The throttler's own fields have whole seconds. */
  resetsAt: number;
}

/**
 * Counts requests in windows of fixed length that start with a bucket's first request.
 *
 * A refused request is not counted, so a count never passes the limit, and a limit of 0 reads a
 * window without counting or starting one. The limit is not part of the window: a changed one
 * applies to the next request, and the count is kept.
 */
export abstract class FixedWindowStorage extends RateLimitWindows implements ThrottlerStorage {
  /** True while counting is less accurate because the shared store is unavailable. */
  get isDegraded(): boolean {
    return false;
  }

  /** Response time of the last check of the shared store in seconds; undefined without a store or response. */
  get latency(): number | undefined {
    return undefined;
  }

  /**
   * Counts one request of a bucket, unless its window is used up.
   *
   * @param cost number of requests to count, up to the limit
   */
  abstract hit(bucket: string, limit: number, windowMs: number, cost?: number): Promise<Hit>;

  override read(bucket: string, windowMs: number): Promise<Hit> {
    return this.hit(bucket, COUNT_NOTHING, windowMs);
  }

  /**
   * Adapts `hit` for the throttler. A bucket is blocked until its window ends, so the throttler's block
   * duration is not used.
   */
  async increment(bucket: string, ttl: number, limit: number): Promise<FixedWindowRecord> {
    const { allowed, count, resetsAt, now } = await this.hit(bucket, limit, ttl);
    const timeToExpire = Math.ceil((resetsAt - now) / 1000);
    return {
      totalHits: count,
      timeToExpire,
      isBlocked: !allowed,
      timeToBlockExpire: timeToExpire,
      resetsAt,
    };
  }
}
