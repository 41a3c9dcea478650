export interface TaskQueueOptions {
  /** Maximum number of tasks that run at once. */
  running: number;
  /** Maximum number of queued tasks. */
  waiting: number;
  /** Error thrown when the queue is full. It is shared because creating one costs more than refusing. */
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
   * Runs a task as soon as a slot is free.
   *
   * @throws the refusal if the queue is full
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
