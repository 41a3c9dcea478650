import { NumberSet } from './number-set.js';

const SIZE = 300_000;
/** Numbers at the edges of words and of parts. */
const NUMBERS = [0, 1, 31, 32, 131_071, 131_072, 262_143, SIZE - 1];

describe(NumberSet.name, () => {
  const setOf = (numbers: number[]) => {
    const set = new NumberSet(SIZE);
    set.addAll(Uint32Array.from(numbers));
    return set;
  };
  const numbersOf = (set: NumberSet, among?: NumberSet) => {
    const found: number[] = [];
    for (const part of set.ascending(among)) found.push(...part);
    return found;
  };

  it('yields each number once in ascending order', () => {
    const set = setOf([...NUMBERS].reverse().concat(NUMBERS));
    expect(numbersOf(set)).toEqual(NUMBERS);
  });

  it('contains added numbers but not their neighbors', () => {
    const set = setOf(NUMBERS);
    expect(NUMBERS.every((number) => set.has(number))).toBe(true);
    expect([2, 30, 33, 131_070, 131_073].some((number) => set.has(number))).toBe(false);
  });

  it.each([1, 31, 32, 33])('contains exactly the numbers below %i', (size) => {
    expect(numbersOf(NumberSet.below(size))).toEqual(
      Array.from({ length: size }, (_, number) => number),
    );
  });

  it('yields the numbers that another set also contains', () => {
    expect(numbersOf(setOf(NUMBERS), setOf([0, 2, 32, SIZE - 1]))).toEqual([0, 32, SIZE - 1]);
  });

  it('ignores numbers beyond its size', () => {
    const set = setOf([5, SIZE + 100]);
    expect(set.has(SIZE + 100)).toBe(false);
    expect(numbersOf(set)).toEqual([5]);
  });
});
