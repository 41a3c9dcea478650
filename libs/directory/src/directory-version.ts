import { Injectable } from '@nestjs/common';
import { Database } from '#libs/database/src/database.js';

/** So that what another process changed, or plain SQL, shows within a second. */
const TRUSTED_MS = 500;

/** The number that every change to the directory moves, in the change's own transaction. */
@Injectable()
export class DirectoryVersion {
  private known: { version: string; askedAt: number } | undefined;
  private asking: Promise<string> | undefined;
  /** The last that was read, however long ago. */
  private last: string | undefined;

  constructor(private readonly database: Database) {}

  /** In decimal digits; undefined when it was asked for too long ago to be trusted. */
  get recent(): string | undefined {
    const { known } = this;
    return known && performance.now() - known.askedAt < TRUSTED_MS ? known.version : undefined;
  }

  /** The last version that this process read, in decimal digits; undefined before the first. */
  get lastRead(): string | undefined {
    return this.last;
  }

  /** In decimal digits. */
  async current(): Promise<string> {
    return this.recent ?? (this.asking ??= this.ask());
  }

  /** The same, but as of now: for who may have changed something through another process. */
  async latest(): Promise<string> {
    this.moved();
    return this.current();
  }

  /** To be told of each change that this process made, once it is committed. */
  moved(): void {
    this.known = undefined;
    this.asking = undefined;
    this.database.reads.promise(undefined);
  }

  private ask(): Promise<string> {
    const askedAt = performance.now();
    const asking: Promise<string> = this.database
      .probe<{ version: string }>('SELECT version::text FROM directory_version')
      .then((row) => {
        const { version } = row!;
        this.last = version;
        // An answer that was on its way when `moved` was called may be from before the change.
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
