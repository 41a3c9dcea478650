import { Injectable } from '@nestjs/common';
import { Clock } from '#libs/config/src/clock.js';
import { RetentionTask } from '#libs/database/src/retention-task.js';
import { UsageRepository } from './usage.repository.js';

const KEPT_MS = 366 * 24 * 3_600_000;

/** Deletes usage statistics older than 366 days. */
@Injectable()
export class UsageRetention extends RetentionTask {
  constructor(
    private readonly usage: UsageRepository,
    private readonly clock: Clock,
  ) {
    super('usage statistics');
  }

  override async prune(): Promise<void> {
    await this.usage.removeBefore(new Date(this.clock.now().getTime() - KEPT_MS));
  }
}
