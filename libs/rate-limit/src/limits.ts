/** Window length: one hour in milliseconds. */
export const WINDOW_MS = 3_600_000;

/** Maximum number of requests per hour for a client address without a valid key. */
export const ADDRESS_LIMIT = 60;

/** Maximum number of requests per minute for one client address, by budget. */
export const MINUTE_LIMITS = { page: 600, file: 6_000, operator: 6_000 };
export type MinuteBudget = keyof typeof MINUTE_LIMITS;
