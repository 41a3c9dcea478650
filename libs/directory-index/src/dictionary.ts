/**
 * Distinct values, numbered from 0, to which many businesses refer. Values are never removed, so a
 * dictionary grows until the index is loaded again.
 */
export class Dictionary<T> {
  readonly values: T[] = [];
  private readonly indexes = new Map<string, number>();

  /** @param read returns the value of a key, called once for each key */
  constructor(private readonly read: (key: string) => T) {}

  /** Keys in the order of the values. */
  get keys(): string[] {
    return [...this.indexes.keys()];
  }

  /** @param key text that only equal values share */
  indexOf(key: string): number {
    const known = this.indexes.get(key);
    if (known !== undefined) return known;
    const index = this.values.push(this.read(key)) - 1;
    this.indexes.set(key, index);
    return index;
  }
}
