/**
 * Measures concurrent tasks by splitting each millisecond equally among them: a task that runs for one
 * second alongside another counts as half a second.
 */
export class SharedTime {
  private running = 0;
  /** Accumulated share in milliseconds of a task running since the start. */
  private share = 0;
  private at = 0;

  /** @returns a function that ends the task and returns its share in milliseconds; call it once */
  begin(): () => number {
    this.advance();
    const before = this.share;
    this.running++;
    return () => {
      this.advance();
      this.running--;
      return this.share - before;
    };
  }

  private advance(): void {
    const now = performance.now();
    if (this.running > 0) this.share += (now - this.at) / this.running;
    this.at = now;
  }
}
