/**
 * Measures tasks that run at the same time, each millisecond in equal shares: a task that takes a
 * second next to another one takes half a second of the time.
 */
export class SharedTime {
  private running = 0;
  /** Share of a task that has been running since the start, in milliseconds. */
  private share = 0;
  private at = 0;

  constructor(private readonly now = () => performance.now()) {}

  /** @returns ends the task and returns its share in milliseconds; must be called once */
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
    const now = this.now();
    if (this.running > 0) this.share += (now - this.at) / this.running;
    this.at = now;
  }
}
