import type { FastifyReply } from 'fastify';
import type { Caller } from './caller.js';
import { WINDOW_MS } from './limits.js';
import type { FixedWindowRecord } from './storage/fixed-window.storage.js';

/** Where a caller stands in the present window. */
export interface Figures {
  policy: Caller['policy'];
  limit: number;
  used: number;
  remaining: number;
  /** When the window ends, in Unix epoch seconds, rounded up: by then it has ended. */
  reset: number;
  /** The same in seconds from now, by the storage's clock. */
  secondsLeft: number;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Set once the request was counted, or its caller's figures were read without counting. */
    rateLimit?: Figures;
  }
}

export function figuresOf(
  { policy, limitPerHour }: Caller,
  { totalHits, resetsAt, timeToExpire }: FixedWindowRecord,
): Figures {
  return {
    policy,
    limit: limitPerHour,
    used: totalHits,
    remaining: Math.max(0, limitPerHour - totalHits),
    reset: Math.ceil(resetsAt / 1000),
    secondsLeft: timeToExpire,
  };
}

/** The customary headers, and those of draft-ietf-httpapi-ratelimit-headers-11. */
export function writeHeaders(reply: FastifyReply, figures: Figures): void {
  const { policy, limit, remaining, reset, secondsLeft } = figures;
  void reply
    .header('X-RateLimit-Limit', limit)
    .header('X-RateLimit-Remaining', remaining)
    .header('X-RateLimit-Reset', reset)
    .header('RateLimit-Policy', `"${policy}";q=${limit};w=${WINDOW_MS / 1000}`)
    .header('RateLimit', `"${policy}";r=${remaining};t=${secondsLeft}`);
}
