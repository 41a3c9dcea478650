import { Clock } from '#libs/config/src/clock.js';

/**
 * The process clock, adjusted to the store's clock. So windows end at the same time in every process,
 * even while the store is unavailable.
 */
export class StoreClock extends Clock {
  private aheadMs = 0;

  constructor(private readonly own: Clock) {
    super();
  }

  override now(): Date {
    return new Date(this.own.now().getTime() + this.aheadMs);
  }

  /** @param storeTime Unix epoch milliseconds */
  set(storeTime: number): void {
    this.aheadMs = storeTime - this.own.now().getTime();
  }
}
