/**
 * Lets `structuredClone` make objects of the spec's own realm: those of another, as it makes them under
 * jest, equal none in strict comparisons. For what JSON has, and maps of it.
 */
export function cloneWithinRealm(): void {
  const copy = (value: unknown): unknown => JSON.parse(JSON.stringify(value));
  jest
    .spyOn(globalThis, 'structuredClone')
    .mockImplementation((value: unknown) =>
      value instanceof Map ? new Map(copy([...value]) as [unknown, unknown][]) : copy(value),
    );
}
