import {
  type BeforeApplicationShutdown,
  Logger,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { PeriodicTask, type PeriodicTaskOptions } from '#libs/scheduling/src/periodic-task.js';
import { quietWhileAway } from './database-errors.js';

interface BackgroundTaskOptions extends Omit<PeriodicTaskOptions, 'logger'> {
  /** Also runs when the program stops. */
  runsAtEnd?: boolean;
}

/** Works periodically with the database while the program runs. */
export abstract class BackgroundTask implements OnApplicationBootstrap, BeforeApplicationShutdown {
  protected readonly logger = new Logger(this.constructor.name);
  /** Aborted when the program stops, which waits for the current run. */
  protected readonly stopping = new AbortController();
  private readonly task: PeriodicTask;

  constructor(private readonly options: BackgroundTaskOptions) {
    const logger = quietWhileAway(this.logger);
    this.task = new PeriodicTask(() => this.work(), { ...options, logger });
  }

  abstract work(): Promise<unknown>;

  onApplicationBootstrap(): void {
    this.task.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.stopping.abort();
    await this.task.stop();
    if (this.options.runsAtEnd) await this.run();
  }

  /** Works now, or waits for the current run. Never rejects. */
  run(): Promise<void> {
    return this.task.run();
  }
}
