/** The largest limit that a key can have; the database holds the same bound. */
export const MAX_LIMIT_PER_HOUR = 10_000_000;
