import { Injectable, Module } from '@nestjs/common';
import { Clock } from '#libs/config/src/clock.js';
import { Database } from '#libs/database/src/database.js';

export interface AttemptLimit {
  limit: number;
  windowSeconds: number;
}

export interface AttemptVerdict {
  /** How many there were in the window, this one included. */
  count: number;
  allowed: boolean;
  /** Seconds until the window ends, at least 1. */
  retryAfter: number;
}

/**
 * Caps what is rare and costly, such as sign-ins, in fixed windows.
 *
 * Counted in the database, so that the caps hold across processes and restarts; requests for the
 * directory, which are neither rare nor costly, are counted by the rate limiter instead.
 */
@Injectable()
export class Attempts {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** Counts an attempt before it is made, so that no number of simultaneous ones gets past. */
  async count(bucket: string, { limit, windowSeconds }: AttemptLimit): Promise<AttemptVerdict> {
    const now = this.clock.now();
    const end = new Date(now.getTime() + windowSeconds * 1000);
    await this.database.attemptWindow.deleteMany({ where: { resetsAt: { lte: now } } });
    const [row] = await this.database.$queryRaw<{ count: number; resets_at: Date }[]>`
      INSERT INTO attempt_windows (bucket, count, resets_at) VALUES (${bucket}, 1, ${end})
      ON CONFLICT (bucket) DO UPDATE SET count = attempt_windows.count + 1
      RETURNING count, resets_at`;
    const secondsLeft = Math.ceil((row!.resets_at.getTime() - now.getTime()) / 1000);
    const { count } = row!;
    return { count, allowed: count <= limit, retryAfter: Math.max(1, secondsLeft) };
  }

  /** Takes one counted attempt back. */
  async takeBack(bucket: string): Promise<void> {
    await this.database.attemptWindow.updateMany({
      where: { bucket, count: { gt: 0 } },
      data: { count: { decrement: 1 } },
    });
  }

  async forget(bucket: string): Promise<void> {
    await this.database.attemptWindow.deleteMany({ where: { bucket } });
  }
}

@Module({ providers: [Attempts], exports: [Attempts] })
export class AttemptsModule {}
