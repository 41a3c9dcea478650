import type { Clock } from '#libs/config/src/clock.js';
import { isKeyBucket, isMinuteBucket } from '../../rate-limit-subject.js';
import { FixedWindowStorage } from '../fixed-window.storage.js';
import type { Hit } from '../rate-limit-windows.js';
import { type BucketWindow, WindowMap } from './window-map.js';

/** Maximum number of windows in memory. */
export const CAPACITY = { keys: 400_000, addresses: 100_000, minutes: 100_000 };

/**
 * Windows in this process's memory. Each holds a count and an end time, whatever the limit.
 *
 * Keys have a separate map, so that a flood of client addresses can't evict their windows. So do the
 * one-minute budgets, which are neither saved nor sent to a store.
 */
export class MemoryStorage extends FixedWindowStorage {
  private readonly keys: WindowMap;
  private readonly addresses: WindowMap;
  private readonly minutes: WindowMap;

  constructor(
    private readonly clock: Clock,
    capacity = CAPACITY,
  ) {
    super();
    this.keys = new WindowMap(capacity.keys);
    this.addresses = new WindowMap(capacity.addresses);
    this.minutes = new WindowMap(capacity.minutes);
  }

  override async hit(bucket: string, limit: number, windowMs: number, cost = 1): Promise<Hit> {
    const now = this.clock.now().getTime();
    const windows = this.windowsFor(bucket);
    const present = windows.get(bucket);
    if (present && isRunning(present.resetsAt, now, windowMs) && !isCleared(present)) {
      const allowed = present.count < limit;
      if (allowed) present.count = Math.min(limit, present.count + cost);
      return { allowed, count: present.count, resetsAt: present.resetsAt, now };
    }
    const resetsAt = now + windowMs;
    const allowed = limit > 0;
    const count = Math.min(limit, cost);
    if (allowed) windows.set({ bucket, count, savedCount: 0, resetsAt });
    return { allowed, count, resetsAt, now };
  }

  override async clear(buckets: readonly string[]): Promise<void> {
    for (const bucket of buckets) {
      const present = this.windowsFor(bucket).get(bucket);
      // Keep the cleared window until the next one starts, so that the clearing is saved.
      if (present) present.count = 0;
    }
  }

  /** Returns the running windows of the API, not copies. */
  *windows(): Generator<BucketWindow> {
    const now = this.clock.now().getTime();
    for (const windows of [this.keys, this.addresses]) {
      for (const window of windows.values()) if (window.resetsAt > now) yield window;
    }
  }

  /** Adopts counts from elsewhere: the higher count wins, and the given end applies. */
  raise(bucket: string, count: number, resetsAt: number): void {
    const windows = this.windowsFor(bucket);
    const present = windows.get(bucket);
    if (present?.resetsAt === resetsAt) present.count = Math.max(present.count, count);
    else if (count > 0) windows.set({ bucket, count, savedCount: 0, resetsAt });
  }

  private windowsFor(bucket: string): WindowMap {
    if (isKeyBucket(bucket)) return this.keys;
    return isMinuteBucket(bucket) ? this.minutes : this.addresses;
  }
}

/** Reports whether a window still counts. A clock that was set back far ends it, too. */
function isRunning(resetsAt: number, now: number, windowMs: number): boolean {
  return resetsAt > now && resetsAt <= now + 2 * windowMs;
}

/** Reports whether a window was cleared: a window starts with a request, so a zero count means cleared. */
function isCleared({ count }: BucketWindow): boolean {
  return count === 0;
}
