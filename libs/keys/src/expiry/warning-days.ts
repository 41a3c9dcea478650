/** How many days ahead of a key's expiry its owner is warned. */
export const WARNING_DAYS = [14, 2] as const;

const DAY_MS = 24 * 3_600_000;

/** The last warning that is due at `now` for a key that expires then; null before the first. */
export function dueWarning(expiresAt: Date, now: Date): number | null {
  const daysLeft = (expiresAt.getTime() - now.getTime()) / DAY_MS;
  return WARNING_DAYS.filter((days) => daysLeft <= days).at(-1) ?? null;
}

/**
 * What counts as warned when an expiry is set: whoever is told today that a key ends in a week
 * needs no second mail about it.
 */
export function warningsBehind(expiresAt: Date | null | undefined, now: Date): number | null {
  return expiresAt ? dueWarning(expiresAt, now) : null;
}
