import { Injectable, Module } from '@nestjs/common';
import { Clock } from '#libs/config/src/clock.js';
import { type ApiError, tryAgainIn } from '#libs/http/src/errors/api-error.js';
import { counted } from '#libs/text/src/counted.js';
import { AttemptsRepository } from './attempts.repository.js';

export interface AttemptLimit {
  limit: number;
  windowSeconds: number;
}

interface AttemptVerdict {
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
    private readonly attempts: AttemptsRepository,
    private readonly clock: Clock,
  ) {}

  /** Counts an attempt before it is made, so that simultaneous attempts can't exceed the limit. */
  async count(bucket: string, { limit, windowSeconds }: AttemptLimit): Promise<AttemptVerdict> {
    const now = this.clock.now();
    const inWindows = (windows: number) => new Date(now.getTime() + windows * windowSeconds * 1000);
    // A clock that was set back far ends a window, too.
    await this.attempts.removeEnded(now, bucket, inWindows(2));
    const { count, resetsAt } = await this.attempts.count(bucket, inWindows(1));
    const secondsLeft = Math.ceil((resetsAt.getTime() - now.getTime()) / 1000);
    return { count, allowed: count <= limit, retryAfter: Math.max(1, secondsLeft) };
  }

  /**
   * Counts an attempt that must be allowed.
   *
   * @param what plural noun for the attempts in the message of the error
   * @throws ApiError `rate_limited`
   */
  async expectAllowed(bucket: string, limit: AttemptLimit, what: string): Promise<void> {
    const { allowed, retryAfter } = await this.count(bucket, limit);
    if (!allowed) throw tooMany(what, retryAfter);
  }

  /** Takes back one counted attempt. */
  takeBack(bucket: string): Promise<void> {
    return this.attempts.takeBack(bucket);
  }

  forget(bucket: string): Promise<void> {
    return this.attempts.remove(bucket);
  }
}

/** Returns the error for an attempt over the limit. */
export function tooMany(what: string, retryAfter: number): ApiError {
  const wait = counted(retryAfter, 'second');
  return tryAgainIn(retryAfter, 'rate_limited', `Too many ${what}. Try again in ${wait}.`);
}

@Module({ providers: [Attempts, AttemptsRepository], exports: [Attempts] })
export class AttemptsModule {}
