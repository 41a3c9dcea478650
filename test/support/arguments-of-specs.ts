/**
 * Arguments for the node that runs a server or a command in the specs alone. Most run for moments: of
 * the embedded database only what is used very often is worth the optimizing compiler, which else
 * takes a third of what a start does; and to begin with room for what a start makes saves the
 * garbage collector its first rounds.
 */
export const ARGUMENTS_OF_SPECS = process.env.JEST_WORKER_ID
  ? ['--wasm-tiering-budget=100000000', '--min-semi-space-size=8']
  : [];
