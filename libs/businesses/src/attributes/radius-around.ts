import type { Point } from '#libs/geography/src/distance.js';
import { metresPerUnit } from '#libs/geography/src/mercator.js';
import { RADII } from '../list/cached-result-set.js';
import type { AttributeTable } from './attribute-table.js';
import { COORDINATES, NOWHERE, toUnits, UNITS } from './positions.js';

/** So many businesses are looked at, which takes a millisecond: most of it goes to waiting for memory. */
const SAMPLE = 10_000;

/**
 * Guesses which circle around a point holds so many of some businesses, from where a sample of them
 * is on the map: its scale at the point is taken for all of it.
 *
 * @param numbers of the businesses
 * @returns one of `RADII`, in metres; the last where they are too few
 */
export function radiusAround(
  point: Point,
  count: number,
  numbers: Uint32Array,
  { positions, size }: AttributeTable,
): number {
  const { x, y } = toUnits(point);
  // Each circle has twice the area of the one before, so that a square of a distance tells its own.
  const inFirst = (metresPerUnit(point.latitude, UNITS) / RADII[0]!) ** 2;
  const within = new Uint32Array(33);
  const step = Math.ceil(numbers.length / SAMPLE);
  for (let i = 0; i < numbers.length; i += step) {
    const number = numbers[i]!;
    const north = positions[number * COORDINATES + 1]!;
    if (number >= size || north === NOWHERE) continue;
    const dx = positions[number * COORDINATES]! - x;
    const dy = north - y;
    within[32 - Math.clz32((dx * dx + dy * dy) * inFirst)]! += 1;
  }
  let found = 0;
  const circle = RADII.findIndex((_, index) => (found += within[index]!) >= count / step);
  return RADII.at(circle)!;
}
