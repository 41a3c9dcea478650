/**
 * Work on the index in parts of a few hundred microseconds. Yields after each part, so that its
 * caller can let other requests go first.
 */
export type Scan<T> = Generator<void, T>;
