import { Injectable } from '@nestjs/common';
import { DirectoryVersion } from '#libs/directory/src/directory-version.js';
import { DrainingService } from '#libs/http/src/draining/draining.service.js';

/** Milliseconds between two reads of the version while a request waits. */
const LOOK_EVERY = 250;

interface Watcher {
  /** Version that the waiter has seen. */
  version: string;
  wake(): void;
}

/**
 * Lets requests wait for the next change of the directory. All waiters share one timer and hold no
 * database connection. Callers bound the number of waiters.
 */
@Injectable()
export class ChangeWatch {
  private readonly watchers = new Set<Watcher>();
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly version: DirectoryVersion,
    private readonly draining: DrainingService,
  ) {}

  /** Reports whether this process is shutting down, so that nothing may wait any longer. */
  get isEnding(): boolean {
    return this.draining.isDraining;
  }

  /**
   * Resolves when the directory is no longer at the given version, when the signal is aborted, or
   * when this process shuts down, whichever is first.
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
    // If the database is unavailable, no change is known and the waiters keep waiting.
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
