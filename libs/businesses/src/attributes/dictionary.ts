/**
 * Distinct values, each with a number from 0 by which many rows name it. None is ever taken out:
 * it grows by what is new in the directory until it is read anew.
 */
export class Dictionary<T> {
  readonly values: T[] = [];
  private readonly numbers = new Map<string, number>();

  /** @param parse makes the value that a text stands for, once for each text */
  constructor(private readonly parse: (text: string) => T) {}

  numberOf(text: string): number {
    const known = this.numbers.get(text);
    if (known !== undefined) return known;
    const number = this.values.push(this.parse(text)) - 1;
    this.numbers.set(text, number);
    return number;
  }
}
