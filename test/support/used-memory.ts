import { setImmediate as endOfTurn } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Returns the bytes of memory that this process uses after garbage collection. */
export async function usedMemory(): Promise<number> {
  setFlagsFromString('--expose-gc');
  const collectGarbage = runInNewContext('gc') as () => void;
  // Collected objects release their external memory and handles one turn later.
  for (let time = 0; time < 3; time++) {
    collectGarbage();
    await endOfTurn();
  }
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}
