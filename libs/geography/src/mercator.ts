import type { Point } from './distance.js';

/**
 * A place on the square that maps of the web show the world as (Web Mercator, EPSG:3857): 0 to 1
 * from west to east, and 0 to 1 from north to south.
 */
export interface MercatorPoint {
  x: number;
  y: number;
}

/** The width of the world at zoom 0, in pixels; each zoom doubles it. */
export const TILE_SIZE = 256;
/** Degrees north and south, beyond which the square does not go. */
export const MAX_LATITUDE = 85.051128779806;

/** What is farther north or south than the square goes stands at its edge. */
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

/** Pixels that the world is wide at a zoom, which may be between two whole ones. */
export function worldSize(zoom: number): number {
  return TILE_SIZE * 2 ** zoom;
}

/** The length of the equator of WGS 84, in metres. */
const EQUATOR = 2 * Math.PI * 6_378_137;

/** Metres that one of so many units is long, which the square is wide, at a latitude. */
export function metresPerUnit(latitude: number, units: number): number {
  return (EQUATOR * Math.cos((latitude * Math.PI) / 180)) / units;
}
