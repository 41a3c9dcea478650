/** How long a window is: an hour, in milliseconds. */
export const WINDOW_MS = 3_600_000;

/** How many requests an hour a client address has without a valid key. */
export const ADDRESS_LIMIT = 60;
