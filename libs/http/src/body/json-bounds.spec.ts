import { isWithinBounds } from './json-bounds.js';

const MAX_DEPTH = 20;
const MAX_VALUES = 1_000;
const nested = (depth: number): unknown => JSON.parse('['.repeat(depth) + ']'.repeat(depth));

describe(isWithinBounds.name, () => {
  it.each([[1], ['text'], [null], [{}], [[]], [{ a: [{ b: null }] }]])('accepts %j', (value) => {
    expect(isWithinBounds(value)).toBe(true);
  });

  it('limits the number of values, including the outer one', () => {
    expect(isWithinBounds(Array<number>(MAX_VALUES - 1).fill(1))).toBe(true);
    expect(isWithinBounds(Array<number>(MAX_VALUES).fill(1))).toBe(false);
  });

  it('limits the depth', () => {
    expect(isWithinBounds(nested(MAX_DEPTH + 1))).toBe(true);
    expect(isWithinBounds(nested(MAX_DEPTH + 2))).toBe(false);
    expect(isWithinBounds(nested(10_900))).toBe(false);
  });
});
