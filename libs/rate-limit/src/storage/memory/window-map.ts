/** A bucket's present window. */
export interface BucketWindow {
  readonly bucket: string;
  count: number;
  /** How much of the count has been saved. */
  savedCount: number;
  /** When it ends, in Unix epoch milliseconds. */
  readonly resetsAt: number;
}

/**
 * Windows by bucket, no more than `capacity` of them.
 *
 * They live in two generations. When the young one has grown to half the capacity it becomes the
 * old one, and what was old is forgotten at once: the windows that began first, so any that has
 * ended before any that has not. A call costs the same however many windows there are.
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

  /** From the oldest to the newest. */
  *values(): Generator<BucketWindow> {
    yield* this.old.values();
    yield* this.young.values();
  }
}
