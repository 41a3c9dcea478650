import {
  Injectable,
  Logger,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
} from '@nestjs/common';
import { Clock } from '#libs/config/src/clock.js';
import { quietWhileAway } from '#libs/database/src/database-errors.js';
import { PeriodicTask } from '#libs/scheduling/src/periodic-task.js';
import { UsageRepository } from './usage.repository.js';

const HOUR_MS = 3_600_000;
const KEPT_MS = 366 * 24 * HOUR_MS;

/** Deletes usage statistics older than 366 days, at startup and every hour. */
@Injectable()
export class UsageRetention implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly task = new PeriodicTask(() => this.prune(), {
    everyMs: HOUR_MS,
    firstAfterMs: 0,
    logger: quietWhileAway(new Logger(UsageRetention.name)),
    failure: 'Could not delete old usage statistics.',
  });

  constructor(
    private readonly usage: UsageRepository,
    private readonly clock: Clock,
  ) {}

  onApplicationBootstrap(): void {
    this.task.start();
  }

  async onApplicationShutdown(): Promise<void> {
    await this.task.stop();
  }

  async prune(): Promise<void> {
    const oldest = new Date(this.clock.now().getTime() - KEPT_MS);
    await this.usage.removeBefore(oldest);
  }
}
