/** Collects the values of a statement that is put together, and hands out their placeholders. */
export class SqlParameters {
  readonly values: unknown[] = [];

  /** @returns the placeholder, such as `$3` */
  add(value: unknown): string {
    return `$${this.values.push(value)}`;
  }
}
