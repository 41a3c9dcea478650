import type { Change } from './changes.js';

const BYTES_PER_NUMBER = Uint32Array.BYTES_PER_ELEMENT;
/** Size of a bitmap over the last bits of a number, which rules out most numbers cheaply. */
const MARKS = 2 ** 16;

/** Business numbers in list order. A million numbers take four megabytes. */
export class IdList {
  private constructor(private readonly numbers: Uint32Array) {}

  /**
   * @param bytes four bytes for each number, most significant first, as encoded by PostgreSQL's
   * int4send
   */
  static from(bytes: Buffer): IdList {
    const numbers = new Uint32Array(bytes.length / BYTES_PER_NUMBER);
    const written = Buffer.from(numbers.buffer);
    bytes.copy(written);
    if (isLittleEndian()) written.swap32();
    return new IdList(numbers);
  }

  get total(): number {
    return this.numbers.length;
  }

  /** Bytes held in memory. */
  get bytes(): number {
    return this.numbers.buffer.byteLength;
  }

  slice(start: number, count: number): number[] {
    return Array.from(this.numbers.subarray(start, start + count));
  }

  /** Returns all numbers without copying them. */
  all(): Uint32Array {
    return this.numbers;
  }

  hasAny(numbers: ReadonlySet<number>): boolean {
    const marks = marksOf(numbers);
    return this.numbers.some((number) => marks[number % MARKS] === 1 && numbers.has(number));
  }

  /**
   * Applies changes in one pass over the list.
   *
   * @returns undefined if a change refers to a next number that is not in the list
   */
  changed(changes: readonly Change[]): IdList | undefined {
    const gone = new Set(changes.map(({ number }) => number));
    const matching = changes.filter(({ isMatch }) => isMatch);
    const before = new Map(matching.map(({ number, next }) => [next, number]));
    const marks = marksOf([...gone, ...before.keys()]);
    const numbers = new Uint32Array(this.total + before.size);
    let length = 0;
    let inserted = 0;
    const insertBefore = (next: number | null) => {
      const row: number[] = [];
      for (let each = before.get(next); each !== undefined; each = before.get(each)) row.push(each);
      numbers.set(row.reverse(), length);
      length += row.length;
      inserted += row.length;
    };
    for (const number of this.numbers) {
      if (marks[number % MARKS] === 1) {
        if (gone.has(number)) continue;
        insertBefore(number);
      }
      numbers[length++] = number;
    }
    insertBefore(null);
    return inserted === matching.length ? new IdList(numbers.subarray(0, length)) : undefined;
  }

  /** Returns the list with some numbers first, in the given order. They need not be in the list. */
  withFirst(first: readonly number[]): IdList {
    const moved = new Set(first);
    const others = this.numbers.filter((number) => !moved.has(number));
    const numbers = new Uint32Array(first.length + others.length);
    numbers.set(first);
    numbers.set(others, first.length);
    return new IdList(numbers);
  }
}

function marksOf(numbers: Iterable<number | null>): Uint8Array {
  const marks = new Uint8Array(MARKS);
  for (const number of numbers) if (number !== null) marks[number % MARKS] = 1;
  return marks;
}

function isLittleEndian(): boolean {
  return new Uint8Array(new Uint32Array([1]).buffer)[0] === 1;
}
