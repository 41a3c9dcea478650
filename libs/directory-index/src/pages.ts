import type { Point } from '#libs/geography/src/distance.js';
import type { Columns } from './columns.js';
import type { BusinessCriteria } from './criteria.js';
import type { BusinessList, Scan } from './directory.js';
import { boxAround, distancesFrom } from './distances.js';
import { inside, narrow } from './matching.js';
import type { NumberSet } from './number-set.js';

/** Radii in meters that are searched before all businesses are sorted by distance. */
const RADII = [3_000, 12_000, 48_000, 192_000];
/** Number of businesses up to which they are searched for in growing circles. */
const FEW = 2_000;

/** Finds the numbers of the businesses on a page, in order. */
export function* pageOf(
  { directory, set, numbers }: BusinessList,
  { sort, point, page, limit }: Pick<BusinessCriteria, 'sort' | 'point' | 'page' | 'limit'>,
): Scan<number[]> {
  const start = (page - 1) * limit;
  const end = Math.min(start + limit, numbers.length);
  if (start >= end) return [];
  if (sort !== 'distance') return [...numbers.subarray(start, end)];
  return yield* byDistance(set, directory.columns, point!, start, end);
}

/** Sorts by distance and then by number. Businesses whose location is unknown come last. */
function* byDistance(
  set: NumberSet,
  columns: Columns,
  point: Point,
  start: number,
  end: number,
): Scan<number[]> {
  const distanceOf = distancesFrom(point, columns);
  for (const radius of end <= FEW ? RADII : []) {
    const near = set.copy();
    yield* narrow(near, inside(columns, boxAround(point, radius)));
    if (near.count() < end) continue;
    const found = yield* window(near, distanceOf, start, end);
    if (distanceOf(found.at(-1)!) <= radius) return found;
  }
  return yield* window(set, distanceOf, start, end);
}

/**
 * Returns the numbers from one rank to before another by distance. Counts the businesses at similar
 * distances first, so that few are sorted.
 */
function* window(
  set: NumberSet,
  distanceOf: (number: number) => number,
  start: number,
  end: number,
): Scan<number[]> {
  const counts = new Uint32Array(BUCKETS);
  const buckets = new Uint16Array(set.count());
  let rank = 0;
  for (const part of set.ascending()) {
    for (let i = 0; i < part.length; i++) {
      const bucket = bucketOf(distanceOf(part[i]!));
      buckets[rank++] = bucket;
      counts[bucket]! += 1;
    }
    yield;
  }
  let first = 0;
  let before = 0;
  while (before + counts[first]! <= start) before += counts[first++]!;
  let last = first;
  let until = before + counts[first]!;
  while (until < end) until += counts[++last]!;
  const found: { number: number; distance: number }[] = [];
  rank = 0;
  for (const part of set.ascending()) {
    for (let i = 0; i < part.length; i++) {
      const bucket = buckets[rank++]!;
      if (bucket < first || bucket > last) continue;
      found.push({ number: part[i]!, distance: distanceOf(part[i]!) });
    }
    yield;
  }
  // Two infinite distances differ by NaN, so their numbers decide.
  return found
    .sort((a, b) => a.distance - b.distance || a.number - b.number)
    .slice(start - before, end - before)
    .map(({ number }) => number);
}

/** Distances that differ by less than a 256th share a bucket. */
function bucketOf(distance: number): number {
  FLOAT[0] = distance;
  return BITS[0]! >>> 15;
}

const BUCKETS = 2 ** 16;
const FLOAT = new Float32Array(1);
/** Bits of `FLOAT`. Those of positive numbers are ordered like the numbers. */
const BITS = new Uint32Array(FLOAT.buffer);
