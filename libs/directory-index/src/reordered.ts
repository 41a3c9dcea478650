import { NumberSet } from './number-set.js';

/** Business that has a new place in an order. */
export interface Move {
  number: number;
  /** Business after it, which may have moved as well. Null at the end. */
  next: number | null;
}

/**
 * Returns an order after moves, in one pass. Businesses that are new to it are inserted.
 *
 * @returns undefined if a move refers to a next business that is not in the order
 */
export function reordered(order: Uint32Array, moves: readonly Move[]): Uint32Array | undefined {
  const moved = new Set(moves.map(({ number }) => number));
  const before = new Map(moves.map(({ number, next }) => [next, number]));
  // A bitmap rules out most numbers faster than the others.
  const marks = NumberSet.of([...moved, ...moves.flatMap(({ next }) => next ?? [])]);
  const numbers = new Uint32Array(order.length + moves.length);
  let length = 0;
  let inserted = 0;
  const insertBefore = (next: number | null) => {
    const row: number[] = [];
    for (let each = before.get(next); each !== undefined; each = before.get(each)) row.push(each);
    numbers.set(row.reverse(), length);
    length += row.length;
    inserted += row.length;
  };
  for (let i = 0; i < order.length; i++) {
    const number = order[i]!;
    if (marks.has(number)) {
      if (moved.has(number)) continue;
      insertBefore(number);
    }
    numbers[length++] = number;
  }
  insertBefore(null);
  return inserted === moves.length ? numbers.subarray(0, length) : undefined;
}

/** Returns an order after some businesses were moved to its beginning, in their order. */
export function withFirst(order: Uint32Array, first: Uint32Array): Uint32Array {
  const moved = NumberSet.of(first);
  const rest = order.filter((number) => !moved.has(number));
  const numbers = new Uint32Array(first.length + rest.length);
  numbers.set(first);
  numbers.set(rest, first.length);
  return numbers;
}
