import { constants, getPriority, setPriority } from 'node:os';

const { PRIORITY_BELOW_NORMAL } = constants.priority;

/** Lowers the priority of this process, so that the server goes first if both need the same CPU. */
export function lowerPriority(): void {
  try {
    // The process may already have a lower priority.
    setPriority(Math.max(getPriority(), PRIORITY_BELOW_NORMAL));
  } catch {
    // A sandbox may forbid this.
  }
}
