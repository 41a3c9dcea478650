import type { Point } from '#libs/geography/src/distance.js';
import type { Columns } from './columns.js';
import type { Box } from './criteria.js';

/** Mean radius of the Earth in meters, as in the database function `metres_between`. */
const EARTH_RADIUS = 6_371_008.8;
const RADIANS = Math.PI / 180;

/**
 * Returns a function for the distance in meters of a business from a point (haversine formula, as
 * in the database function `metres_between`). It is infinite if the location is unknown.
 */
export function distancesFrom(
  point: Point,
  { latitudes, longitudes }: Columns,
): (number: number) => number {
  const cosine = Math.cos(point.latitude * RADIANS);
  return (number) => {
    const latitude = latitudes[number]!;
    if (Number.isNaN(latitude)) return Infinity;
    const north = Math.sin(((latitude - point.latitude) * RADIANS) / 2);
    const east = Math.sin(((longitudes[number]! - point.longitude) * RADIANS) / 2);
    const haversine = north * north + cosine * Math.cos(latitude * RADIANS) * east * east;
    return 2 * EARTH_RADIUS * Math.asin(Math.sqrt(Math.min(1, haversine)));
  };
}

/** Returns a box that contains a circle, unless the circle crosses the antimeridian. */
export function boxAround({ latitude, longitude }: Point, radius: number): Box {
  const north = radius / EARTH_RADIUS / RADIANS;
  const farthest = Math.min(89.9, Math.abs(latitude) + north);
  // A little wider, because the circle is widest slightly away from the point's latitude.
  const east = (1.01 * north) / Math.cos(farthest * RADIANS);
  return {
    west: longitude - east,
    east: longitude + east,
    south: latitude - 1.000001 * north,
    north: latitude + 1.000001 * north,
  };
}
