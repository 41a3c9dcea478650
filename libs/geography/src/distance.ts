export interface Point {
  latitude: number;
  longitude: number;
}

export const METERS_PER_MILE = 1609.344;
const METERS_PER_DEGREE = 111_195;

/**
 * Returns the distance between two points in meters. Assumes a plane, which is accurate to half a
 * percent within Minnesota.
 */
export function distance(a: Point, b: Point): number {
  const parallel = Math.cos((((a.latitude + b.latitude) / 2) * Math.PI) / 180);
  return (
    Math.hypot(a.latitude - b.latitude, (a.longitude - b.longitude) * parallel) * METERS_PER_DEGREE
  );
}
