/** So many words of the set, and so at most 32 times as many numbers, are read in one turn. */
const WORDS_AT_ONCE = 4_096;

/** Numbers of businesses, each a bit: a million take 125 kB. */
export class NumberSet {
  private readonly words: Uint32Array;

  /** @param size more than the highest number; those that are higher are left out */
  constructor(size: number) {
    this.words = new Uint32Array(Math.ceil(size / 32));
  }

  /** All numbers below. */
  static below(size: number): NumberSet {
    const set = new NumberSet(size);
    set.words.fill(2 ** 32 - 1);
    if (size % 32 > 0) set.words[set.words.length - 1] = 2 ** (size % 32) - 1;
    return set;
  }

  add(number: number): void {
    this.words[number >>> 5]! |= 1 << (number & 31);
  }

  // By index: `for…of` over typed arrays takes five times as long.
  addAll(numbers: ArrayLike<number>): void {
    for (let i = 0; i < numbers.length; i++) this.add(numbers[i]!);
  }

  has(number: number): boolean {
    return (this.words[number >>> 5]! & (1 << (number & 31))) !== 0;
  }

  /**
   * All of them, the lowest first, in parts that hold only until the next is asked for.
   *
   * @param among leaves out what it does not have; a set of the same size
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
