import { constants, getPriority, setPriority } from 'node:os';

/** Returns a signal that aborts on SIGINT or SIGTERM. */
export function interruption(): AbortSignal {
  const controller = new AbortController();
  const abort = () => controller.abort();
  process.once('SIGINT', abort).once('SIGTERM', abort);
  return controller.signal;
}

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
