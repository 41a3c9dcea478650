import type { Logger } from '@nestjs/common';

interface PeriodicTaskOptions {
  everyMs: number;
  /** How long after the start it runs for the first time; by default as long as between two runs. */
  firstAfterMs?: number;
  logger: Pick<Logger, 'error'>;
  /** What the log says when it fails: a sentence. */
  failure: string;
}

/**
 * Work that is done every so often, never twice at once. Of failures in a row the first is logged;
 * the next run makes up for them.
 */
export class PeriodicTask {
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> | undefined;
  private isFailing = false;

  constructor(
    private readonly work: () => Promise<unknown>,
    private readonly options: PeriodicTaskOptions,
  ) {}

  start(): void {
    const { everyMs, firstAfterMs = everyMs } = this.options;
    this.timer = setTimeout(() => {
      void this.run();
      this.timer = setInterval(() => void this.run(), everyMs).unref();
    }, firstAfterMs).unref();
  }

  /** Runs it now, or waits for the run that is under way. Never fails. */
  run(): Promise<void> {
    return (this.running ??= this.attempt().finally(() => (this.running = undefined)));
  }

  /** Waits for the run that is under way, which is the last one. */
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
