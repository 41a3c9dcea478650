/**
 * Limits of a JSON body, applied before validation. Only a business with many special hours, such as 100
 * named dates with two periods each, has a valid body that exceeds them.
 */
export const MAX_VALUES = 1_000;
export const MAX_DEPTH = 20;

/** Reports whether a parsed JSON value is within both limits. */
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
