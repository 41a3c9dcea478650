import type { ThrottlerStorage } from '@nestjs/throttler';
import { RateLimitWindows } from './rate-limit-windows.js';

/** Where a bucket stands after a hit. Times are Unix epoch milliseconds. */
export interface Hit {
  /** Whether the request was within the limit, and so was counted. */
  allowed: boolean;
  /** How many requests the window has let pass. */
  count: number;
  /** When the window ends; where none has begun, when one that begins now would. */
  resetsAt: number;
  /** What the storage's own clock said: the one to compare `resetsAt` with. */
  now: number;
}

/** The limit of a hit that only reads. */
export const COUNT_NOTHING = 0;

type ThrottlerStorageRecord = Awaited<ReturnType<ThrottlerStorage['increment']>>;

export interface FixedWindowRecord extends ThrottlerStorageRecord {
  /** When the window ends, in Unix epoch milliseconds: the throttler's own fields are whole seconds. */
  resetsAt: number;
}

/**
 * Counts requests in windows of fixed length that begin with a bucket's first request.
 *
 * A refused request is not counted, so a count never passes the limit, and a limit of 0 reads a
 * window without counting or beginning one. The limit is not part of the window: a changed one
 * applies to the next request, with the count kept.
 */
export abstract class FixedWindowStorage extends RateLimitWindows implements ThrottlerStorage {
  /** Whether it counts less exactly than it should, for want of something it needs. */
  get isDegraded(): boolean {
    return false;
  }

  /** Seconds that the shared store took for its last check; undefined where there is none, or no answer. */
  get latency(): number | undefined {
    return undefined;
  }

  /**
   * Counts one request of a bucket, unless its window is used up.
   *
   * @param cost counts the request as several, up to the limit
   */
  abstract hit(bucket: string, limit: number, windowMs: number, cost?: number): Promise<Hit>;

  override read(bucket: string, windowMs: number): Promise<Hit> {
    return this.hit(bucket, COUNT_NOTHING, windowMs);
  }

  /**
   * The throttler's view of `hit`. A bucket is blocked until its window ends and no longer, so
   * there is no use for the throttler's block duration.
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
