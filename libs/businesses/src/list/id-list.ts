const BYTES_PER_NUMBER = Uint32Array.BYTES_PER_ELEMENT;
/** Room for rows to come, so that not each of them moves the whole list to a larger place. */
const SPARE = 64;

/** Numbers of businesses in the order of a list: four bytes each, a million in four megabytes. */
export class IdList {
  private constructor(
    private numbers: Uint32Array,
    private length: number,
  ) {}

  /** @param bytes each number as four bytes, the highest first, as PostgreSQL's int4send has them */
  static from(bytes: Buffer): IdList {
    const length = bytes.length / BYTES_PER_NUMBER;
    const numbers = new Uint32Array(length + SPARE);
    const written = Buffer.from(numbers.buffer, 0, bytes.length);
    bytes.copy(written);
    if (isLittleEndian()) written.swap32();
    return new IdList(numbers, length);
  }

  get total(): number {
    return this.length;
  }

  /** Bytes held in memory. */
  get bytes(): number {
    return this.numbers.byteLength;
  }

  slice(start: number, count: number): number[] {
    return Array.from(this.numbers.subarray(start, Math.min(start + count, this.length)));
  }

  /** All of them, not copied: what changes in the list changes in it too. */
  all(): Uint32Array {
    return this.numbers.subarray(0, this.length);
  }

  copy(): IdList {
    return new IdList(this.numbers.slice(), this.length);
  }

  has(number: number): boolean {
    return this.indexOf(number) >= 0;
  }

  /** Does nothing when it is not in the list. */
  remove(number: number): void {
    const index = this.indexOf(number);
    if (index < 0) return;
    this.numbers.copyWithin(index, index + 1, this.length);
    this.length--;
  }

  /**
   * @param next what comes right after it; null at the end
   * @returns false, and does nothing, when that is not in the list
   */
  insert(number: number, next: number | null): boolean {
    const index = next === null ? this.length : this.indexOf(next);
    if (index < 0) return false;
    if (this.length === this.numbers.length) this.grow();
    this.numbers.copyWithin(index + 1, index, this.length);
    this.numbers[index] = number;
    this.length++;
    return true;
  }

  /** Puts some numbers, in their order, before all others. */
  putFirst(numbers: readonly number[]): void {
    for (const number of numbers.toReversed()) {
      this.remove(number);
      this.insert(number, this.length > 0 ? this.numbers[0]! : null);
    }
  }

  private indexOf(number: number): number {
    const index = this.numbers.indexOf(number);
    return index < this.length ? index : -1;
  }

  private grow(): void {
    const larger = new Uint32Array(Math.ceil(this.length * 1.02) + SPARE);
    larger.set(this.numbers);
    this.numbers = larger;
  }
}

function isLittleEndian(): boolean {
  return new Uint8Array(new Uint32Array([1]).buffer)[0] === 1;
}
