/** Far above what any route takes: a body is refused before anything walks through it. */
export const MAX_VALUES = 500;
export const MAX_DEPTH = 20;

/** Whether a parsed JSON value holds few enough values, and none of them too deep. */
export function isWithinBounds(value: unknown): boolean {
  let level: unknown[] = [value];
  let count = 0;
  for (let depth = 0; level.length > 0; depth++) {
    count += level.length;
    if (depth > MAX_DEPTH || count > MAX_VALUES) return false;
    level = level.flatMap((each) =>
      typeof each === 'object' && each !== null ? (Object.values(each) as unknown[]) : [],
    );
  }
  return true;
}
