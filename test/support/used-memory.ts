import { setImmediate as endOfTurn } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Bytes of this process's memory that are in use once all garbage is collected. */
export async function usedMemory(): Promise<number> {
  setFlagsFromString('--expose-gc');
  const collectGarbage = runInNewContext('gc') as () => void;
  // What has no owner any more gives back its memory outside the heap, and closes, a turn later.
  for (let time = 0; time < 3; time++) {
    collectGarbage();
    await endOfTurn();
  }
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}
