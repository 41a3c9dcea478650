export function median(values: Iterable<number>): number {
  return percentile(values, 50);
}

/** Returns the value that `share` percent of the values do not exceed (nearest rank). */
export function percentile(values: Iterable<number>, share: number): number {
  const sorted = Float64Array.from(values).sort();
  return sorted[Math.max(0, Math.ceil((share / 100) * sorted.length) - 1)] ?? NaN;
}
