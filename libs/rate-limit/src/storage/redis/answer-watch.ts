/** In how many steps the time until an answer is late is measured. */
const TICKS = 10;

/** An answer did not come in time. It may still come. */
export class LateAnswerError extends Error {
  /** @param inARow how many times in a row it was late, with no answer in time between */
  constructor(
    timeoutMs: number,
    readonly inARow: number,
  ) {
    super(`its answers take longer than ${timeoutMs} ms (REDIS_TIMEOUT_MS)`);
  }
}

/**
 * Waits for the answers of something that may stop answering. When none has come for as long as the
 * timeout says, all that are waited for are late, and nobody waits for it until it answers again.
 *
 * Only time in which this process could have received an answer counts: after a stall of its own,
 * however long, answers are read before the next tick.
 */
export class AnswerWatch {
  /** At most one for each request under way. */
  private readonly waiting = new Set<() => void>();
  private unanswered = 0;
  private silentTicks = 0;
  private isSilent = false;
  private lateInARow = 0;
  private timer?: NodeJS.Timeout;

  constructor(private readonly timeoutMs: number) {}

  /** @returns the answer; rejects as it does, or with `LateAnswerError` */
  waitFor<T>(answer: Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      const giveUp = () => reject(new LateAnswerError(this.timeoutMs, this.lateInARow));
      const heard = () => {
        this.unanswered -= 1;
        this.silentTicks = 0;
        this.isSilent = false;
        const isInTime = this.waiting.delete(giveUp);
        if (isInTime) this.lateInARow = 0;
      };
      this.unanswered += 1;
      answer.finally(heard).then(resolve, reject);
      if (this.isSilent) giveUp();
      else this.waiting.add(giveUp);
      this.timer ??= setInterval(() => this.tick(), this.timeoutMs / TICKS);
    });
  }

  private tick(): void {
    if (this.unanswered === 0) {
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
