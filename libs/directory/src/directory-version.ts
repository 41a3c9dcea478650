import { Injectable } from '@nestjs/common';
import { Database } from '#libs/database/src/database.js';
import { DirectoryRepository } from './directory.repository.js';

/**
 * Time for which a read version is trusted, in milliseconds. Short enough to show changes by other processes and by plain
 * SQL within a second.
 */
const TRUSTED_MS = 500;

/**
 * Reads the directory version, a number that every change to the directory increments in its own
 * transaction.
 */
@Injectable()
export class DirectoryVersion {
  private known: { version: string; askedAt: number } | undefined;
  private asking: Promise<string> | undefined;
  /** Last version read, regardless of its age. */
  private last: string | undefined;

  constructor(
    private readonly database: Database,
    private readonly stored: DirectoryRepository,
  ) {}

  /** Cached version in decimal digits, or undefined if it is too old to be trusted. */
  get recent(): string | undefined {
    const { known } = this;
    return known && performance.now() - known.askedAt < TRUSTED_MS ? known.version : undefined;
  }

  /** Last version that this process read, in decimal digits, or undefined before the first read. */
  get lastRead(): string | undefined {
    return this.last;
  }

  /** Returns the version in decimal digits, at most half a second old. */
  async current(): Promise<string> {
    return this.recent ?? (this.asking ??= this.ask());
  }

  /**
   * Returns the version as of now. Use it if the caller may have changed something through another
   * process.
   */
  async latest(): Promise<string> {
    this.moved();
    return this.current();
  }

  /** Discards the cached version. Call it after each change that this process has committed. */
  moved(): void {
    this.known = undefined;
    this.asking = undefined;
    this.database.reads.promise(undefined);
  }

  private ask(): Promise<string> {
    const askedAt = performance.now();
    const asking: Promise<string> = this.stored
      .current()
      .then(({ version }) => {
        this.last = version;
        // A query in progress when `moved` was called may have read the version before the change.
        if (this.asking === asking) {
          this.known = { version, askedAt };
          this.database.reads.promise(version);
        }
        return version;
      })
      .finally(() => {
        if (this.asking === asking) this.asking = undefined;
      });
    return asking;
  }
}
