import { Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { PeriodicTask } from '#libs/scheduling/src/periodic-task.js';
import { quietWhileAway } from './database-errors.js';

const HOUR_MS = 3_600_000;

/** Deletes old rows at startup and every hour. */
export abstract class RetentionTask implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly task: PeriodicTask;

  /** @param rows plural noun for the rows in the log */
  constructor(rows: string) {
    this.task = new PeriodicTask(() => this.prune(), {
      everyMs: HOUR_MS,
      firstAfterMs: 0,
      logger: quietWhileAway(new Logger(this.constructor.name)),
      failure: `Could not delete old ${rows}.`,
    });
  }

  abstract prune(): Promise<void>;

  onApplicationBootstrap(): void {
    this.task.start();
  }

  async onApplicationShutdown(): Promise<void> {
    await this.task.stop();
  }
}
