import type { FastifyReply } from 'fastify';
import { type ApiError, tryAgainIn } from '#libs/http/src/errors/api-error.js';
import type { RateLimitState, RateLimitSubject } from '#libs/http/src/request-context.js';
import { counted } from '#libs/text/src/counted.js';
import { WINDOW_MS } from './limits.js';
import type { FixedWindowRecord } from './storage/fixed-window.storage.js';

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

/** Writes the de facto standard headers and the ones of draft-ietf-httpapi-ratelimit-headers-11. */
export function writeRateLimitHeaders(reply: FastifyReply, state: RateLimitState): void {
  const { policy, limit, remaining, reset, secondsLeft } = state;
  void reply
    .header('X-RateLimit-Limit', limit)
    .header('X-RateLimit-Remaining', remaining)
    .header('X-RateLimit-Reset', reset)
    .header('RateLimit-Policy', `"${policy}";q=${limit};w=${WINDOW_MS / 1000}`)
    .header('RateLimit', `"${policy}";r=${remaining};t=${secondsLeft}`);
}

/**
 * Returns the error for a subject over its limit.
 *
 * @param refusal reason that the request's key is missing or invalid
 */
export function rateLimited(
  { policy, limit, secondsLeft }: RateLimitState,
  refusal?: Error,
): ApiError {
  const wait = counted(secondsLeft, 'second');
  const perMinute = (what: string, note = '') =>
    `Your address has reached its limit of ${limit} ${what} per minute.${note} ` +
    `Try again in ${wait}.`;
  const sentence = {
    key: `This key has reached its limit of ${counted(limit, 'request')} per hour. Try again in ${wait}.`,
    address:
      `Your address has reached the limit of ${limit} requests per hour without a valid key. ` +
      `${refusal?.message ?? ''} Without a valid key, try again in ${wait}.`,
    page: perMinute('pages', ' Slow pages count more than once.'),
    file: perMinute('files'),
    operator: perMinute('requests'),
  }[policy];
  return tryAgainIn(secondsLeft, 'rate_limited', sentence);
}
