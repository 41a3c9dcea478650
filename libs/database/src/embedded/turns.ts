import { setTimeout as delay } from 'node:timers/promises';

/** Milliseconds within which the next statement of a request usually follows. */
const PAUSE_IN_REQUEST = 10;

/**
 * Grants turns one at a time, in the order of requests. A holder may yield to others first.
 */
export class Turns {
  private last: Promise<void> = Promise.resolve();
  /** Number of holders that have a turn or wait for one. */
  private count = 0;
  private latest: { of: object; endedAt: number } | undefined;

  constructor(
    private readonly now = () => performance.now(),
    private readonly pause: (milliseconds: number) => Promise<unknown> = delay,
  ) {}

  /**
   * @param of holder that requests the turn
   * @param maxYieldMs maximum time to yield to others, in milliseconds, until their current requests
   * appear to be complete
   * @returns a function that ends the turn and returns its duration in milliseconds
   */
  async acquire(of: object, maxYieldMs: number): Promise<() => number> {
    const deadline = this.now() + maxYieldMs;
    while (this.isBusyWithout(of) && this.now() < deadline) await this.pause(1);
    const before = this.last;
    let letNext!: () => void;
    this.last = new Promise((resolve) => (letNext = resolve));
    this.count += 1;
    await before;
    const beganAt = this.now();
    return () => {
      const endedAt = this.now();
      this.latest = { of, endedAt };
      this.count -= 1;
      letNext();
      return endedAt - beganAt;
    };
  }

  private isBusyWithout(of: object): boolean {
    const { count, latest } = this;
    if (count > 0 || !latest || latest.of === of) return count > 0;
    return this.now() - latest.endedAt < PAUSE_IN_REQUEST;
  }
}
