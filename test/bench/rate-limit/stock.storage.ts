import { ThrottlerStorageService } from '@nestjs/throttler';
import { FixedWindowStorage } from '#libs/rate-limit/src/storage/fixed-window.storage.js';
import type { Hit } from '#libs/rate-limit/src/storage/rate-limit-windows.js';

/** The throttler's own in-memory storage, in place of our storage. */
export class StockStorage extends FixedWindowStorage {
  private readonly stock = new ThrottlerStorageService();

  override async hit(bucket: string, limit: number, windowMs: number): Promise<Hit> {
    const { totalHits, timeToExpire, isBlocked } = await this.stock.increment(
      bucket,
      windowMs,
      limit,
      windowMs,
      'default',
    );
    const now = Date.now();
    return { allowed: !isBlocked, count: totalHits, resetsAt: now + timeToExpire * 1000, now };
  }

  override async clear(): Promise<void> {
    throw new Error('The stock storage cannot be cleared.');
  }
}
