/** Number of steps in which the timeout is measured. */
const TICKS = 10;

/** A response did not arrive in time. It may still arrive. */
export class LateReplyError extends Error {
  /** @param inARow number of consecutive late responses without a timely one in between */
  constructor(
    timeoutMs: number,
    readonly inARow: number,
  ) {
    super(`its responses take longer than ${timeoutMs} ms (REDIS_TIMEOUT_MS)`);
  }
}

/**
 * Waits for responses of a service that may stop responding. If none arrives within the timeout, every
 * pending request is late, and further requests don't wait until the service responds again.
 *
 * Only time in which this process could have received a response counts: after its own stall, pending
 * responses are read before the next tick.
 */
export class ReplyWatch {
  /** Holds at most one entry per request in progress. */
  private readonly waiting = new Set<() => void>();
  private pending = 0;
  private silentTicks = 0;
  private isSilent = false;
  private lateInARow = 0;
  private timer?: NodeJS.Timeout;

  constructor(private readonly timeoutMs: number) {}

  /** @returns the response; rejects with its error or with `LateReplyError` */
  waitFor<T>(reply: Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      const giveUp = () => reject(new LateReplyError(this.timeoutMs, this.lateInARow));
      const onReply = () => {
        this.pending -= 1;
        this.silentTicks = 0;
        this.isSilent = false;
        const isInTime = this.waiting.delete(giveUp);
        if (isInTime) this.lateInARow = 0;
      };
      this.pending += 1;
      reply.finally(onReply).then(resolve, reject);
      if (this.isSilent) giveUp();
      else this.waiting.add(giveUp);
      this.timer ??= setInterval(() => this.tick(), this.timeoutMs / TICKS);
    });
  }

  private tick(): void {
    if (this.pending === 0) {
      clearInterval(this.timer);
      this.timer = undefined;
      this.silentTicks = 0;
    } else if (++this.silentTicks === TICKS) {
      this.silentTicks = 0;
      this.isSilent = true;
      this.lateInARow += 1;
      for (const giveUp of this.waiting) giveUp();
      this.waiting.clear();
    }
  }
}
