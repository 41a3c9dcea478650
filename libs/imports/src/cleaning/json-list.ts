/** Parses a JSON list of objects, as the API returns it. Null for other text. */
export function jsonList(text: string): (Record<string, unknown> | null)[] | null {
  try {
    const list: unknown = JSON.parse(text);
    return Array.isArray(list) ? (list as (Record<string, unknown> | null)[]) : null;
  } catch {
    return null;
  }
}

/** Returns a value of an item; empty if it is no text. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
