const LONGEST_SECONDS = 15 * 60;

/** About five days at the longest delay, as RFC 5321, section 4.5.4.1 asks of whoever gives up. */
export const ATTEMPTS = 480;

/**
 * How long to wait after an attempt that failed: 2 s, 4 s, 8 s … 15 min, each up to a fifth
 * longer, so that what failed together does not come back together.
 */
export function retryDelaySeconds(attempt: number, random = Math.random()): number {
  const delay = Math.min(LONGEST_SECONDS, 2 ** attempt);
  return delay * (1 + random / 5);
}
