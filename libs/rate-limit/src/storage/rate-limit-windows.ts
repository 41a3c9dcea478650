import type { Hit } from './fixed-window.storage.js';

/** Window access for administration: reading and clearing. */
export abstract class RateLimitWindows {
  /** Returns a bucket's state without counting. */
  abstract read(bucket: string, windowMs: number): Promise<Hit>;

  /**
   * Clears buckets. The next request of each starts a new window.
   *
   * @throws ApiError `unavailable` if that can't be done for all processes
   */
  abstract clear(buckets: readonly string[]): Promise<void>;
}
