export interface Point {
  latitude: number;
  longitude: number;
}

const METRES_PER_DEGREE = 111_195;

/** Metres between two points of Minnesota, as on a plane: exact to half a percent at its size. */
export function distance(a: Point, b: Point): number {
  const parallel = Math.cos((((a.latitude + b.latitude) / 2) * Math.PI) / 180);
  return (
    Math.hypot(a.latitude - b.latitude, (a.longitude - b.longitude) * parallel) * METRES_PER_DEGREE
  );
}
