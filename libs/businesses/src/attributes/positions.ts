import type { Point } from '#libs/geography/src/distance.js';
import { toMercator } from '#libs/geography/src/mercator.js';

/**
 * Positions of businesses are held by number: of each x and y side by side, so many numbers, on the
 * square of `MercatorPoint`, 2³¹ units wide (so that they are integers to the processor). Without a
 * position, y is `NOWHERE`.
 */
export const COORDINATES = 2;
export const UNITS = 2 ** 31;
export const NOWHERE = -1;

/** A part of the map, in units; both ends belong to it. */
export interface UnitBox {
  west: number;
  east: number;
  north: number;
  south: number;
}

/** What is beyond the square stands at its edge. */
export function toUnits(point: Point): { x: number; y: number } {
  const { x, y } = toMercator(point);
  const within = (value: number) => Math.max(0, Math.min(UNITS - 1, Math.floor(value * UNITS)));
  return { x: within(x), y: within(y) };
}
