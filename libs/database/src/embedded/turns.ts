import { setTimeout as delay } from 'node:timers/promises';

/** Between two statements of a request there are fewer milliseconds, unless the server is busy. */
const PAUSE_IN_REQUEST = 10;

/** Lets one in at a time, in the order of asking; who may wait lets others go first. */
export class Turns {
  private last: Promise<void> = Promise.resolve();
  /** How many have a turn or wait for theirs. */
  private count = 0;
  private latest: { of: object; endedAt: number } | undefined;

  constructor(
    private readonly now = () => performance.now(),
    private readonly pause: (milliseconds: number) => Promise<unknown> = delay,
  ) {}

  /**
   * @param of who asks
   * @param patience for how many milliseconds at most all others go first, until the requests that
   * they are at seem to be answered
   * @returns how to end the turn that has begun, which tells how many milliseconds it took
   */
  async acquire(of: object, patience: number): Promise<() => number> {
    const deadline = this.now() + patience;
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
