/** The current window of a bucket. */
export interface BucketWindow {
  readonly bucket: string;
  count: number;
  /** Count at the last save. */
  savedCount: number;
  /** End of the window in Unix epoch milliseconds. */
  readonly resetsAt: number;
}

/**
 * Map of windows by bucket, with at most `capacity` entries.
 *
 * Entries live in two generations. When the young generation reaches half the capacity it becomes the
 * old one, and the previous old one is dropped. It holds the windows that started first, so ended
 * windows are dropped before running ones. The cost of a call does not depend on the number of windows.
 */
export class WindowMap {
  private young = new Map<string, BucketWindow>();
  private old = new Map<string, BucketWindow>();

  constructor(private readonly capacity: number) {}

  get(bucket: string): BucketWindow | undefined {
    return this.young.get(bucket) ?? this.old.get(bucket);
  }

  set(window: BucketWindow): void {
    if (this.young.size >= this.capacity / 2) {
      this.old = this.young;
      this.young = new Map();
    }
    this.old.delete(window.bucket);
    this.young.set(window.bucket, window);
  }

  /** Iterates from the oldest to the newest. */
  *values(): Generator<BucketWindow> {
    yield* this.old.values();
    yield* this.young.values();
  }
}
