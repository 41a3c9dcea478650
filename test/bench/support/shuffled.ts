import { Random } from '#libs/imports/src/generate/random.js';

const SEED = 6;

/** Returns the items in a random order that is the same in every run (Fisher-Yates). */
export function shuffled<T>(items: readonly T[], seed = SEED): T[] {
  const random = new Random(seed);
  const order = [...items];
  for (let index = order.length - 1; index > 0; index--) {
    const other = random.integer(0, index);
    [order[index], order[other]] = [order[other]!, order[index]!];
  }
  return order;
}
