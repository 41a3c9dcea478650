/** Words read for one part, which has at most 32 times as many numbers. */
const WORDS_AT_ONCE = 4_096;

/** Set of business numbers as a bitmap. A million numbers take 125 kB. */
export class NumberSet {
  private readonly words: Uint32Array;

  /** @param size one more than the highest number; higher numbers are ignored */
  constructor(size: number) {
    this.words = new Uint32Array(Math.ceil(size / 32));
  }

  /** Returns the set of all numbers below `size`. */
  static below(size: number): NumberSet {
    const set = new NumberSet(size);
    set.words.fill(2 ** 32 - 1);
    if (size % 32 > 0) set.words[set.words.length - 1] = 2 ** (size % 32) - 1;
    return set;
  }

  add(number: number): void {
    this.words[number >>> 5]! |= 1 << (number & 31);
  }

  // Indexed loops, because `for…of` over typed arrays takes five times as long.
  addAll(numbers: ArrayLike<number>): void {
    for (let i = 0; i < numbers.length; i++) this.add(numbers[i]!);
  }

  has(number: number): boolean {
    return (this.words[number >>> 5]! & (1 << (number & 31))) !== 0;
  }

  /**
   * Yields all numbers in ascending order, in parts. Each part is valid only until the next one is
   * requested.
   *
   * @param among set of the same size; numbers that it lacks are skipped
   */
  *ascending(among: NumberSet = this): Generator<Uint32Array> {
    const { words } = this;
    const part = new Uint32Array(WORDS_AT_ONCE * 32);
    for (let start = 0; start < words.length; start += WORDS_AT_ONCE) {
      const end = Math.min(start + WORDS_AT_ONCE, words.length);
      let length = 0;
      for (let at = start; at < end; at++) {
        for (let word = words[at]! & among.words[at]!; word !== 0; word &= word - 1) {
          part[length++] = at * 32 + 31 - Math.clz32(word & -word);
        }
      }
      yield part.subarray(0, length);
    }
  }
}
