/**
 * Makes `structuredClone` return objects of the spec's own realm. Under Jest it returns objects of
 * another realm, which strict comparisons never consider equal. Supports JSON values, and maps of
 * them.
 */
export function cloneWithinRealm(): void {
  const copy = (value: unknown): unknown => JSON.parse(JSON.stringify(value));
  jest
    .spyOn(globalThis, 'structuredClone')
    .mockImplementation((value: unknown) =>
      value instanceof Map ? new Map(copy([...value]) as [unknown, unknown][]) : copy(value),
    );
}
