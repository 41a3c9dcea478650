export interface TaskQueueOptions {
  /** Maximum number of tasks that run at once. */
  running: number;
  /** Maximum number of tasks that wait for one of those to end. */
  waiting: number;
  /** Error for every task that finds the queue full: creating one costs more than the refusal. */
  refusal: Error;
}

/** Runs a bounded number of tasks at once, queues a bounded number and refuses the rest. */
export class TaskQueue {
  private running = 0;
  private readonly waiting: (() => void)[] = [];

  constructor(private readonly options: TaskQueueOptions) {}

  get isIdle(): boolean {
    return this.running === 0;
  }

  /**
   * Runs a task, at once if there is room.
   *
   * @throws the refusal when the queue is full
   */
  async run<T>(task: () => Promise<T>): Promise<T> {
    const { running, waiting, refusal } = this.options;
    if (this.running < running) this.running++;
    else if (this.waiting.length < waiting) {
      await new Promise<void>((resolve) => this.waiting.push(resolve));
    } else throw refusal;
    try {
      return await task();
    } finally {
      const next = this.waiting.shift();
      if (next) next();
      else this.running--;
    }
  }
}
