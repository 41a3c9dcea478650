import type { Logger } from '@nestjs/common';

export interface PeriodicTaskOptions {
  everyMs: number;
  /** Also runs a second after the start, when the program already listens. */
  runsAtStart?: boolean;
  logger: Pick<Logger, 'error'>;
  /** Sentence to log if a run fails. */
  failure: string;
}

const AFTER_START_MS = 1_000;

/**
 * Runs work at a fixed interval, one run at a time. Logs only the first of consecutive failures. A
 * failed run is not retried before the next interval.
 */
export class PeriodicTask {
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> | undefined;
  private isFailing = false;

  constructor(
    private readonly work: () => Promise<unknown> | void,
    private readonly options: PeriodicTaskOptions,
  ) {}

  start(): void {
    const { everyMs, runsAtStart } = this.options;
    this.timer = setTimeout(
      () => {
        void this.run();
        this.timer = setInterval(() => void this.run(), everyMs).unref();
      },
      runsAtStart ? AFTER_START_MS : everyMs,
    ).unref();
  }

  /** Runs the task now, or waits for the current run. Never rejects. */
  run(): Promise<void> {
    return (this.running ??= this.attempt().finally(() => (this.running = undefined)));
  }

  /** Stops the timer and waits for the current run. */
  async stop(): Promise<void> {
    clearTimeout(this.timer);
    await this.running;
  }

  private async attempt(): Promise<void> {
    const { logger, failure } = this.options;
    try {
      await this.work();
      this.isFailing = false;
    } catch (error) {
      if (!this.isFailing) logger.error(failure, error);
      this.isFailing = true;
    }
  }
}
