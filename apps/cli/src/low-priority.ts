import { constants, getPriority, setPriority } from 'node:os';

const { PRIORITY_BELOW_NORMAL } = constants.priority;

/** Lets the server go first where both need the same processor: visitors wait for it, nobody for an import. */
export function lowerPriority(): void {
  try {
    // It may have been started with a lower one.
    setPriority(Math.max(getPriority(), PRIORITY_BELOW_NORMAL));
  } catch {
    // A sandbox may forbid it.
  }
}
