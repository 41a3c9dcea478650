import type { Point } from '#libs/geography/src/distance.js';
import { toMercator } from '#libs/geography/src/mercator.js';

/**
 * Numbers per business in an array of positions, indexed by business number: x and y on the square
 * of `MercatorPoint`, which is 2³¹ units wide, so that they fit in 32-bit integers. Without a
 * position, y is `NOWHERE`.
 */
export const COORDINATES = 2;
export const UNITS = 2 ** 31;
export const NOWHERE = -1;

/** Part of the map in units, including both ends. */
export interface UnitBox {
  west: number;
  east: number;
  north: number;
  south: number;
}

/** Converts a point to units. Points beyond the square are clamped to its edge. */
export function toUnits(point: Point): { x: number; y: number } {
  const { x, y } = toMercator(point);
  const within = (value: number) => Math.max(0, Math.min(UNITS - 1, Math.floor(value * UNITS)));
  return { x: within(x), y: within(y) };
}
