/** Numbers that one part of a scan visits. */
export const NUMBERS_AT_ONCE = 65_536;
/** Words that contain them, 32 in each. */
const WORDS_AT_ONCE = NUMBERS_AT_ONCE / 32;

/** Set of business numbers as a bitmap. A million numbers take 125 kB. */
export class NumberSet {
  private constructor(readonly words: Uint32Array) {}

  /** @param size one more than the highest number, a multiple of 32 */
  static all(size: number): NumberSet {
    return new NumberSet(new Uint32Array(size / 32).fill(2 ** 32 - 1));
  }

  /**
   * Returns the set of the given numbers.
   *
   * @param size numbers of this size and above are ignored; by default, all fit
   */
  static of(numbers: ArrayLike<number>, size = sizeFor(numbers)): NumberSet {
    const set = new NumberSet(new Uint32Array(size / 32));
    set.addAll(numbers);
    return set;
  }

  copy(): NumberSet {
    return new NumberSet(this.words.slice());
  }

  add(number: number): void {
    this.words[number >>> 5]! |= 1 << (number & 31);
  }

  addAll(numbers: ArrayLike<number>): void {
    for (let i = 0; i < numbers.length; i++) this.add(numbers[i]!);
  }

  delete(number: number): void {
    this.words[number >>> 5]! &= ~(1 << (number & 31));
  }

  has(number: number): boolean {
    return (this.words[number >>> 5]! & (1 << (number & 31))) !== 0;
  }

  count(): number {
    let count = 0;
    for (let at = 0; at < this.words.length; at++) count += bitsIn(this.words[at]!);
    return count;
  }

  /** Returns all numbers in ascending order. */
  numbers(): Uint32Array {
    const numbers = new Uint32Array(this.count());
    let length = 0;
    for (const part of this.ascending()) {
      numbers.set(part, length);
      length += part.length;
    }
    return numbers;
  }

  /** Yields the ranges of words for the parts of a scan, from an inclusive to an exclusive index. */
  *parts(): Generator<{ from: number; to: number }> {
    const { length } = this.words;
    for (let from = 0; from < length; from += WORDS_AT_ONCE) {
      yield { from, to: Math.min(from + WORDS_AT_ONCE, length) };
    }
  }

  /**
   * Yields all numbers in ascending order, which is the order of the columns in memory, in parts.
   * Each part is valid only until the next one is requested.
   */
  *ascending(): Generator<Uint32Array> {
    const { words } = this;
    const part = new Uint32Array(Math.min(NUMBERS_AT_ONCE, this.count()));
    for (const { from, to } of this.parts()) {
      let length = 0;
      for (let at = from; at < to; at++) {
        for (let word = words[at]!; word !== 0; word &= word - 1) {
          part[length++] = at * 32 + 31 - Math.clz32(word & -word);
        }
      }
      if (length > 0) yield part.subarray(0, length);
    }
  }
}

/** Counts the bits of a word in parallel: pairs, then fours, then bytes. */
export function bitsIn(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555);
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return (((fours + (fours >>> 4)) & 0x0f0f0f0f) * 0x01010101) >>> 24;
}

function sizeFor(numbers: ArrayLike<number>): number {
  let highest = 0;
  for (let i = 0; i < numbers.length; i++) if (numbers[i]! > highest) highest = numbers[i]!;
  return Math.ceil((highest + 1) / 32) * 32;
}
