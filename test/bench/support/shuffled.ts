import { Random } from '#libs/imports/src/generate/random.js';

const SEED = 6;

/** In an order that is random, and the same in each run (Fisher and Yates). */
export function shuffled<T>(items: readonly T[], seed = SEED): T[] {
  const random = new Random(seed);
  const order = [...items];
  for (let index = order.length - 1; index > 0; index--) {
    const other = random.integer(0, index);
    [order[index], order[other]] = [order[other]!, order[index]!];
  }
  return order;
}
