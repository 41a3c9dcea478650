import { Injectable, Logger, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { Clock } from '#libs/config/src/clock.js';
import { CAPACITY, MemoryStorage } from './memory.storage.js';
import { WindowArchive } from './window-archive.js';

const SAVE_EVERY_MS = 500;
const PRUNE_EVERY_MS = 60_000;

/**
 * Saves what the memory storage counted, behind the requests, so that a restart loses no count
 * and a crash at most the last second's.
 */
@Injectable()
export class WindowPersistence implements OnModuleInit, OnApplicationShutdown {
  private readonly logger = new Logger(WindowPersistence.name);
  private timer?: NodeJS.Timeout;
  private saving?: Promise<void>;
  private prunedAt = 0;
  private isFailing = false;

  constructor(
    private readonly storage: MemoryStorage,
    private readonly archive: WindowArchive,
    private readonly clock: Clock,
  ) {}

  async onModuleInit(): Promise<void> {
    const windows = await this.archive.load(this.clock.now());
    for (const { bucket, count, resetsAt } of windows) this.storage.raise(bucket, count, resetsAt);
    this.timer = setInterval(() => void this.save(), SAVE_EVERY_MS).unref();
  }

  async onApplicationShutdown(): Promise<void> {
    clearInterval(this.timer);
    await this.saving;
    await this.save();
  }

  /** Saves what changed since the last time. A failure is only logged: the next time makes up for it. */
  async save(): Promise<void> {
    this.saving ??= this.write().finally(() => (this.saving = undefined));
    await this.saving;
  }

  private async write(): Promise<void> {
    try {
      await this.writeChanged();
      await this.pruneIfDue();
      this.isFailing = false;
    } catch (error) {
      if (!this.isFailing) {
        this.logger.error('The rate limit counts cannot be saved; they go on in memory.', error);
      }
      this.isFailing = true;
    }
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
