import { Injectable } from '@nestjs/common';
import { DirectoryVersion } from '#libs/directory/src/directory-version.js';
import { DrainingService } from '#libs/http/src/draining/draining.service.js';

/** How often the version is looked at while somebody waits, in milliseconds. */
const LOOK_EVERY = 250;

interface Watcher {
  /** What the directory was at. */
  version: string;
  wake(): void;
}

/**
 * Lets requests wait until the directory changes: with one timer for all, and no connection to the
 * database. Who calls it bounds how many there are.
 */
@Injectable()
export class ChangeWatch {
  private readonly watchers = new Set<Watcher>();
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly version: DirectoryVersion,
    private readonly draining: DrainingService,
  ) {}

  /** Whether nobody is to wait any more, because this process is about to end. */
  get isEnding(): boolean {
    return this.draining.isDraining;
  }

  /**
   * Resolves when the directory is no longer at the version, at the latest when the signal is aborted
   * or this process is about to end.
   */
  changed(version: string, signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const wake = () => {
        this.watchers.delete(watcher);
        signal.removeEventListener('abort', wake);
        resolve();
      };
      const watcher = { version, wake };
      if (signal.aborted || this.isEnding) return resolve();
      this.watchers.add(watcher);
      signal.addEventListener('abort', wake, { once: true });
      this.timer ??= setTimeout(() => void this.look(), LOOK_EVERY).unref();
    });
  }

  private async look(): Promise<void> {
    // With the database away nothing is known to have changed, and those who wait go on waiting.
    const present = await this.version.current().catch(() => undefined);
    for (const { version, wake } of this.watchers) {
      if (this.isEnding || (present !== undefined && present !== version)) wake();
    }
    this.timer = undefined;
    if (this.watchers.size > 0) {
      this.timer = setTimeout(() => void this.look(), LOOK_EVERY).unref();
    }
  }
}
