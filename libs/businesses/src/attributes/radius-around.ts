import type { Point } from '#libs/geography/src/distance.js';
import { metresPerUnit } from '#libs/geography/src/mercator.js';
import { RADII } from '../list/cached-result-set.js';
import type { AttributeTable } from './attribute-table.js';
import { COORDINATES, NOWHERE, toUnits, UNITS } from './positions.js';

/**
 * Maximum number of businesses in the sample. Reading them takes a millisecond, mostly for memory
 * access.
 */
const SAMPLE = 10_000;

/**
 * Estimates which circle around a point contains a number of businesses, from the positions of a
 * sample. Uses the map scale at the point for all of them.
 *
 * @param numbers business numbers to consider
 * @returns one of `RADII` in meters; the last one if there are too few businesses
 */
export function radiusAround(
  point: Point,
  count: number,
  numbers: Uint32Array,
  { positions, size }: AttributeTable,
): number {
  const { x, y } = toUnits(point);
  // Each circle has twice the area of the previous one, so the logarithm of a squared distance
  // gives its index.
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
