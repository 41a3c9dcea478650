/**
 * Node arguments for the servers and commands that specs start. Most run only briefly, so only
 * heavily used WebAssembly functions of the embedded database are optimized (optimizing takes a
 * third of the startup time), and a larger initial young generation avoids the first garbage
 * collections.
 */
export const ARGUMENTS_OF_SPECS =
  process.env.NODE_ENV === 'test'
    ? ['--wasm-tiering-budget=100000000', '--min-semi-space-size=8']
    : [];
