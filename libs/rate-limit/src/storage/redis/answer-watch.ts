const TICK_MS = 5;
const SILENT_TICKS = 9;

/**
 * Waits for answers of something that may stop answering, and gives up on all of them when none
 * has come for 40 to 45 ms.
 *
 * Only time in which this process could have received an answer counts: after a stall of its own,
 * however long, answers are read before the next tick.
 */
export class AnswerWatch {
  /** At most one for each request under way. */
  private readonly waiting = new Set<(error: Error) => void>();
  private timer?: NodeJS.Timeout;
  private silentTicks = 0;

  /** @returns the answer; rejects as it does, or when nothing has been answered for too long */
  waitFor<T>(answer: Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      const heard = () => {
        this.silentTicks = 0;
        this.waiting.delete(reject);
      };
      this.waiting.add(reject);
      this.timer ??= setInterval(() => this.tick(), TICK_MS);
      answer.finally(heard).then(resolve, reject);
    });
  }

  private tick(): void {
    if (this.waiting.size > 0 && ++this.silentTicks < SILENT_TICKS) return;
    const error = new Error(`no answer within ${SILENT_TICKS * TICK_MS} ms`);
    for (const giveUp of this.waiting) giveUp(error);
    this.waiting.clear();
    this.silentTicks = 0;
    clearInterval(this.timer);
    this.timer = undefined;
  }
}
