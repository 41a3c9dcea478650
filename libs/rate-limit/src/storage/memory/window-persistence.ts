import { Injectable, Logger, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { Clock } from '#libs/config/src/clock.js';
import { quietWhileAway } from '#libs/database/src/database-errors.js';
import { PeriodicTask } from '#libs/scheduling/src/periodic-task.js';
import { CAPACITY, MemoryStorage } from './memory.storage.js';
import { RateLimitWindowsRepository } from './rate-limit-windows.repository.js';

const SAVE_EVERY_MS = 1_000;
/** Saves between two looks for clearings, because an idle server should rest. */
const SAVES_PER_LOOK = 2;
const PRUNE_EVERY_MS = 60_000;

/**
 * Saves the counts of the memory storage in the background, so that a restart loses none and a crash at
 * most the last second. Also applies clearings requested on the command line.
 */
@Injectable()
export class WindowPersistence implements OnModuleInit, OnApplicationShutdown {
  private readonly task = new PeriodicTask(() => this.write(), {
    everyMs: SAVE_EVERY_MS,
    logger: quietWhileAway(new Logger(WindowPersistence.name)),
    failure: 'Could not save the rate limit counts; counting continues in memory.',
  });
  private saves = 0;
  private prunedAt = 0;

  constructor(
    private readonly storage: MemoryStorage,
    private readonly archive: RateLimitWindowsRepository,
    private readonly clock: Clock,
  ) {}

  async onModuleInit(): Promise<void> {
    const windows = await this.archive.load(this.clock.now());
    for (const { bucket, count, resetsAt } of windows) this.storage.raise(bucket, count, resetsAt);
    await this.takeClearings();
    this.task.start();
  }

  async onApplicationShutdown(): Promise<void> {
    await this.task.stop();
    await this.save();
  }

  /** Saves the changes since the last save. A failure is only logged, because the next save includes them. */
  save(): Promise<void> {
    return this.task.run();
  }

  private async takeClearings(): Promise<void> {
    await this.storage.clear(await this.archive.takeClearings());
  }

  private async write(): Promise<void> {
    if (this.saves++ % SAVES_PER_LOOK === 0) await this.takeClearings();
    await this.writeChanged();
    await this.pruneIfDue();
  }

  private async writeChanged(): Promise<void> {
    const changed = [...this.storage.windows()].filter(
      ({ count, savedCount }) => count !== savedCount,
    );
    const copies = changed.map((window) => ({ ...window }));
    await this.archive.save(copies);
    changed.forEach((window, index) => (window.savedCount = copies[index]!.count));
  }

  private async pruneIfDue(): Promise<void> {
    const now = this.clock.now();
    if (now.getTime() - this.prunedAt < PRUNE_EVERY_MS) return;
    await this.archive.prune(now, CAPACITY.addresses);
    this.prunedAt = now.getTime();
  }
}
