/**
 * Distinct values, numbered from 0, to which many rows refer. Values are never removed, so a
 * dictionary grows until its table is rebuilt.
 */
export class Dictionary<T> {
  readonly values: T[] = [];
  private readonly numbers = new Map<string, number>();

  /** @param parse converts a text to its value, once for each distinct text */
  constructor(private readonly parse: (text: string) => T) {}

  numberOf(text: string): number {
    const known = this.numbers.get(text);
    if (known !== undefined) return known;
    const number = this.values.push(this.parse(text)) - 1;
    this.numbers.set(text, number);
    return number;
  }
}
