import type { Hit } from './fixed-window.storage.js';

/** Windows as people look after them: read, and cleared. */
export abstract class RateLimitWindows {
  /** Where a bucket stands, without counting. */
  abstract read(bucket: string, windowMs: number): Promise<Hit>;

  /**
   * Forgets what was counted of buckets: each one's next request begins a window.
   *
   * @throws ApiError `unavailable` where that cannot be done for all processes
   */
  abstract clear(buckets: readonly string[]): Promise<void>;
}
