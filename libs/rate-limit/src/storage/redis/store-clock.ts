import { Clock } from '#libs/config/src/clock.js';

/**
 * The store's clock as this process knows it: its own, set right by what the store answers. So
 * windows end at the same time in every process, also while the store is gone.
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
