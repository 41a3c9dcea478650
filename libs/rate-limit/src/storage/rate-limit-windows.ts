/** State of a bucket after a hit. Times are Unix epoch milliseconds. */
export interface Hit {
  /** True if the request was within the limit and therefore counted. */
  allowed: boolean;
  /** Number of allowed requests in the window. */
  count: number;
  /** End of the window, or the end of a window that would start now. */
  resetsAt: number;
  /** Time on the storage's clock, to compare `resetsAt` with. */
  now: number;
}

/** Window access for administration: reading and clearing. */
export abstract class RateLimitWindows {
  /** Returns a bucket's state without counting, or undefined if only the server knows it. */
  abstract read(bucket: string, windowMs: number): Promise<Hit | undefined>;

  /**
   * Clears buckets. The next request of each starts a new window.
   *
   * @throws ApiError `unavailable` if that can't be done for all processes
   */
  abstract clear(buckets: readonly string[]): Promise<void>;
}
