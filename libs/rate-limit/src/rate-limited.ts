import { ApiError } from '#libs/http/src/errors/api-error.js';
import type { Figures } from './figures.js';

/** The refusal of a request whose caller has used up the window. */
export function rateLimited({ policy, limit, secondsLeft }: Figures): ApiError {
  const sentence =
    policy === 'key'
      ? `This key's ${limit} requests an hour are used up. Try again in ${secondsLeft} seconds.`
      : `The ${limit} requests an hour that an address has without a valid key are used up. ` +
        `Send a valid key in X-API-Key, or try again in ${secondsLeft} seconds.`;
  return new ApiError('rate_limited', sentence, {
    headers: { 'Retry-After': String(secondsLeft) },
  });
}
