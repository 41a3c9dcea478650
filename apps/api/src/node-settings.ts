/** Arguments of Node.js that keep the server's memory small. */
export const NODE_ARGUMENTS = [
  '--max-old-space-size=160',
  '--max-semi-space-size=8',
  // Growing to this size would take a tenth of the start.
  '--min-semi-space-size=8',
  '--no-memory-reducer',
  '--no-allocation-site-pretenuring',
];

/** Variables that keep glibc from holding on to freed memory; see mallopt(3). */
export const MALLOC = { MALLOC_ARENA_MAX: '2', MALLOC_TRIM_THRESHOLD_: '131072' };
