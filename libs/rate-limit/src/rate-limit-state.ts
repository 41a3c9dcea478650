import type { FastifyReply } from 'fastify';
import { ApiError } from '#libs/http/src/errors/api-error.js';
import { WINDOW_MS } from './limits.js';
import type { RateLimitSubject } from './rate-limit-subject.js';
import type { FixedWindowRecord } from './storage/fixed-window.storage.js';

/** Where a subject stands in the present window. */
export interface RateLimitState {
  policy: RateLimitSubject['policy'];
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
    /** Set once the request was counted, or its subject's state was read without counting. */
    rateLimit?: RateLimitState;
    /** What it is counted under; set before it is judged. */
    rateLimitBucket?: string;
  }
}

export function stateOf(
  { policy, limit }: RateLimitSubject,
  { totalHits, resetsAt, timeToExpire }: FixedWindowRecord,
): RateLimitState {
  return {
    policy,
    limit,
    used: totalHits,
    remaining: Math.max(0, limit - totalHits),
    reset: Math.ceil(resetsAt / 1000),
    secondsLeft: timeToExpire,
  };
}

/** The customary headers, and those of draft-ietf-httpapi-ratelimit-headers-11. */
export function writeRateLimitHeaders(reply: FastifyReply, state: RateLimitState): void {
  const { policy, limit, remaining, reset, secondsLeft } = state;
  void reply
    .header('X-RateLimit-Limit', limit)
    .header('X-RateLimit-Remaining', remaining)
    .header('X-RateLimit-Reset', reset)
    .header('RateLimit-Policy', `"${policy}";q=${limit};w=${WINDOW_MS / 1000}`)
    .header('RateLimit', `"${policy}";r=${remaining};t=${secondsLeft}`);
}

/** The refusal of a request whose subject has used up the window. */
export function rateLimited({ policy, limit, secondsLeft }: RateLimitState): ApiError {
  const perMinute = (what: string, note = '') =>
    `This address has used up its ${limit} ${what} a minute.${note} ` +
    `Try again in ${secondsLeft} seconds.`;
  const sentence = {
    key: `This key's ${limit} requests an hour are used up. Try again in ${secondsLeft} seconds.`,
    address:
      `The ${limit} requests an hour that an address has without a valid key are used up. ` +
      `Send a valid key in X-API-Key, or try again in ${secondsLeft} seconds.`,
    page: perMinute('pages', ' A slow page counts as several.'),
    file: perMinute('files'),
    operator: perMinute('requests'),
  }[policy];
  return new ApiError('rate_limited', sentence, {
    headers: { 'Retry-After': String(secondsLeft) },
  });
}
