import { Injectable } from '@nestjs/common';
import { Clock } from '#libs/config/src/clock.js';
import { BackgroundTask } from '#libs/database/src/background-task.js';
import { UsageRepository } from './usage.repository.js';

const HOUR_MS = 3_600_000;
const KEPT_MS = 366 * 24 * HOUR_MS;

/** Deletes usage statistics older than 366 days. */
@Injectable()
export class UsageRetention extends BackgroundTask {
  constructor(
    private readonly usage: UsageRepository,
    private readonly clock: Clock,
  ) {
    super({
      everyMs: HOUR_MS,
      runsAtStart: true,
      failure: 'Could not delete old usage statistics.',
    });
  }

  override async work(): Promise<void> {
    await this.usage.removeBefore(new Date(this.clock.now().getTime() - KEPT_MS));
  }
}
