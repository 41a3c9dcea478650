/** Arguments of Node.js that keep the server's memory small and its start short. */
export const NODE_ARGUMENTS = [
  '--max-old-space-size=160',
  '--max-semi-space-size=8',
  // Growing to this size would take a tenth of the start.
  '--min-semi-space-size=8',
  '--no-memory-reducer',
  '--no-allocation-site-pretenuring',
  // V8's default since Node.js 22. With that of Node.js 20, it optimizes much of the embedded
  // PostgreSQL during the start.
  '--wasm-tiering-budget=13000000',
];

/** Variables that keep glibc from holding on to freed memory; see mallopt(3). */
export const MALLOC = { MALLOC_ARENA_MAX: '2', MALLOC_TRIM_THRESHOLD_: '131072' };
