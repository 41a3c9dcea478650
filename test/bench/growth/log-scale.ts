export interface Scale {
  /** Returns the position of a value in pixels. */
  at(value: number): number;
  ticks: number[];
}

/** Returns a logarithmic axis between two pixels that spans the given ticks. */
export function logScale(ticks: number[], [first, last]: [number, number]): Scale {
  const least = Math.log10(Math.min(...ticks));
  const most = Math.log10(Math.max(...ticks));
  const span = most - least || 1;
  return {
    at: (value) => round(first + ((Math.log10(value) - least) / span) * (last - first)),
    ticks,
  };
}

/** Returns the ticks (of 1, 2, 5, 10, 20 …) that just enclose all values. */
export function ticksAround(values: number[]): number[] {
  const candidates = Array.from({ length: 10 }, (_, index) => 10 ** (index - 3)).flatMap(
    (decade) => [decade, 2 * decade, 5 * decade],
  );
  const least = candidates.findLast((tick) => tick <= Math.min(...values));
  const most = candidates.find((tick) => tick >= Math.max(...values));
  return candidates.filter((tick) => tick >= least! && tick <= most!);
}

/** Rounds to hundredths of a pixel, which keeps the file small. */
function round(pixels: number): number {
  return Math.round(pixels * 100) / 100;
}
