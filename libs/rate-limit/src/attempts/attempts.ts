import { Injectable, Module } from '@nestjs/common';
import { Clock } from '#libs/config/src/clock.js';
import { Database } from '#libs/database/src/database.js';

export interface AttemptLimit {
  limit: number;
  windowSeconds: number;
}

export interface AttemptVerdict {
  /** Number of attempts in the window, including this one. */
  count: number;
  allowed: boolean;
  /** Seconds until the window ends, at least 1. */
  retryAfter: number;
}

/**
 * Limits rare and costly actions, such as sign-ins, in fixed windows.
 *
 * Attempts are counted in the database, so that limits hold across processes and restarts. The rate
 * limiter counts ordinary directory requests instead.
 */
@Injectable()
export class Attempts {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** Counts an attempt before it is made, so that simultaneous attempts can't exceed the limit. */
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

  /** Takes back one counted attempt. */
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
