/** The fields that a change names: those that it leaves out are undefined in it, not absent. */
export function omitUndefined<T extends object>(change: T | undefined): Partial<T> {
  const entries = Object.entries(change ?? {}).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as Partial<T>;
}
