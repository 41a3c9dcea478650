/**
 * Returns the fields that are set in a change. Omitted fields are present in the DTO as undefined.
 */
export function omitUndefined<T extends object>(change: T | undefined): Partial<T> {
  const entries = Object.entries(change ?? {}).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as Partial<T>;
}
