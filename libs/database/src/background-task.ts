import { Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { PeriodicTask, type PeriodicTaskOptions } from '#libs/scheduling/src/periodic-task.js';
import { quietWhileAway } from './database-errors.js';

/** Works periodically with the database while the program runs. */
export abstract class BackgroundTask implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly task: PeriodicTask;

  constructor(options: Omit<PeriodicTaskOptions, 'logger'>) {
    const logger = quietWhileAway(new Logger(this.constructor.name));
    this.task = new PeriodicTask(() => this.work(), { ...options, logger });
  }

  abstract work(): Promise<void>;

  onApplicationBootstrap(): void {
    this.task.start();
  }

  async onApplicationShutdown(): Promise<void> {
    await this.task.stop();
  }
}
