/** What a change says: a field that it leaves out is undefined in it, not absent. */
export function given<T extends object>(change: T | undefined): Partial<T> {
  const entries = Object.entries(change ?? {}).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as Partial<T>;
}
