import type { Point } from './distance.js';

/**
 * Point on the square of the Web Mercator projection (EPSG:3857). `x` runs from 0 in the west to 1
 * in the east, and `y` from 0 in the north to 1 in the south.
 */
export interface MercatorPoint {
  x: number;
  y: number;
}

/** Width of the world at zoom 0, in pixels. It doubles with each zoom level. */
export const TILE_SIZE = 256;
/** Maximum latitude of the square, in degrees north and south. */
export const MAX_LATITUDE = 85.051128779806;

/** Projects a point. Latitudes beyond the square are clamped to its edge. */
export function toMercator({ latitude, longitude }: Point): MercatorPoint {
  const within = Math.max(-MAX_LATITUDE, Math.min(MAX_LATITUDE, latitude));
  const sine = Math.sin((within * Math.PI) / 180);
  return {
    x: longitude / 360 + 0.5,
    y: 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI),
  };
}

export function fromMercator({ x, y }: MercatorPoint): Point {
  return {
    latitude: (Math.atan(Math.sinh((1 - 2 * y) * Math.PI)) * 180) / Math.PI,
    longitude: (x - 0.5) * 360,
  };
}

/** Returns the width of the world in pixels at a zoom level, which may be fractional. */
export function worldSize(zoom: number): number {
  return TILE_SIZE * 2 ** zoom;
}
