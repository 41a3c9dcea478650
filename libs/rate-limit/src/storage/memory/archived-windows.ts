import { setTimeout as wait } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { Clock } from '#libs/config/src/clock.js';
import { isMinuteBucket } from '../../rate-limit-subject.js';
import { type Hit, RateLimitWindows } from '../rate-limit-windows.js';
import { RateLimitWindowsRepository } from './rate-limit-windows.repository.js';

/** Maximum wait for a running server, which looks every two seconds. */
const TAKEN_WITHIN_MS = 3_000;
const LOOK_EVERY_MS = 100;

/**
 * Gives another process access to the windows that a server counts in memory, as saved every
 * second. Clearings are stored in the database; the server applies them within two seconds or at
 * startup.
 */
@Injectable()
export class ArchivedWindows extends RateLimitWindows {
  constructor(
    private readonly saved: RateLimitWindowsRepository,
    private readonly clock: Clock,
  ) {
    super();
  }

  override async read(bucket: string, windowMs: number): Promise<Hit | undefined> {
    if (isMinuteBucket(bucket)) return undefined;
    const now = this.clock.now();
    const window = await this.saved.findCurrent(bucket, now);
    const resetsAt = window?.resetsAt.getTime() ?? now.getTime() + windowMs;
    return { allowed: false, count: window?.count ?? 0, resetsAt, now: now.getTime() };
  }

  override clear(buckets: readonly string[]): Promise<void> {
    return this.saved.requestClearings(buckets);
  }

  /** Waits for a server to apply the clearing. @returns false if none did, for example because none runs */
  async areTaken(): Promise<boolean> {
    for (let waited = 0; waited <= TAKEN_WITHIN_MS; waited += LOOK_EVERY_MS) {
      if (!(await this.saved.hasClearings())) return true;
      await wait(LOOK_EVERY_MS);
    }
    return false;
  }
}
