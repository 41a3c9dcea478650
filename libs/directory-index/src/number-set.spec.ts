import { NumberSet } from './number-set.js';

const SIZE = 300_000;
/** Numbers at the edges of words and of parts. */
const NUMBERS = [0, 1, 31, 32, 65_535, 65_536, 262_143, SIZE - 1];

describe(NumberSet.name, () => {
  const numbersOf = (set: NumberSet) => {
    const found: number[] = [];
    for (const part of set.ascending()) found.push(...part);
    return found;
  };

  it('yields and counts each number once, in ascending order', () => {
    const set = NumberSet.of([...NUMBERS].reverse().concat(NUMBERS), SIZE);
    expect(numbersOf(set)).toEqual(NUMBERS);
    expect(set.count()).toBe(NUMBERS.length);
  });

  it('contains added numbers but not their neighbors', () => {
    const set = NumberSet.of(NUMBERS, SIZE);
    expect(NUMBERS.every((number) => set.has(number))).toBe(true);
    expect([2, 30, 33, 65_534, 65_537].some((number) => set.has(number))).toBe(false);
  });

  it('can contain all numbers below its size', () => {
    const set = NumberSet.all(96);
    expect(numbersOf(set)).toEqual([...Array(96).keys()]);
    expect(set.count()).toBe(96);
  });

  it('ignores numbers beyond its size', () => {
    const set = NumberSet.of([5, SIZE + 100], SIZE);
    expect(set.has(SIZE + 100)).toBe(false);
    expect(numbersOf(set)).toEqual([5]);
  });
});
