const LONGEST_SECONDS = 15 * 60;

/** Maximum number of attempts, about five days at the longest delay (RFC 5321, section 4.5.4.1). */
export const ATTEMPTS = 480;

/**
 * Returns the delay after a failed attempt: 2 s, 4 s, 8 s … 15 min, each up to a fifth longer, so that
 * deliveries that failed together are not retried together.
 */
export function retryDelaySeconds(attempt: number, random = Math.random()): number {
  const delay = Math.min(LONGEST_SECONDS, 2 ** attempt);
  return delay * (1 + random / 5);
}
