import { NumberSet } from './number-set.js';

const SIZE = 300_000;
/** At the edges of words and of what is read at once. */
const NUMBERS = [0, 1, 31, 32, 131_071, 131_072, 262_143, SIZE - 1];

describe(NumberSet.name, () => {
  const setOf = (numbers: number[]) => {
    const set = new NumberSet(SIZE);
    set.addAll(Uint32Array.from(numbers));
    return set;
  };

  it('gives each number once, the lowest first', () => {
    const set = setOf([...NUMBERS].reverse().concat(NUMBERS));
    const found: number[] = [];
    for (const part of set.ascending()) found.push(...part);
    expect(found).toEqual(NUMBERS);
  });

  it('has what was added, and not what is beside it', () => {
    const set = setOf(NUMBERS);
    expect(NUMBERS.every((number) => set.has(number))).toBe(true);
    expect([2, 30, 33, 131_070, 131_073].some((number) => set.has(number))).toBe(false);
  });

  it('leaves out what is beyond its size', () => {
    const set = setOf([5, SIZE + 100]);
    expect(set.has(SIZE + 100)).toBe(false);
    expect([...set.ascending()].flatMap((part) => [...part])).toEqual([5]);
  });
});
