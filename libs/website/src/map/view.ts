import type { Box } from '#libs/directory-index/src/criteria.js';
import { type Point } from '#libs/geography/src/distance.js';
import { fromMercator, TILE_SIZE, toMercator, worldSize } from '#libs/geography/src/mercator.js';

/** The area that a map picture shows. */
export interface View {
  /** Center of the picture in degrees (WGS 84). */
  latitude: number;
  longitude: number;
  /**
   * Web Mercator zoom with tiles of 256 pixels. At 0, the world is one tile, and each step doubles
   * its size. Fractions are allowed.
   */
  zoom: number;
  /** Width of the picture in pixels. */
  width: number;
  height: number;
}

/** A point in pixels from the picture's top left corner. */
export interface MapPoint {
  x: number;
  y: number;
}

/**
 * Size of the map page's picture in pixels, unless the interactive map requests its own. A phone
 * shows it at half the size, at which links are still large enough to press.
 */
export const WIDTH = 600;
export const HEIGHT = 600;

export const MIN_ZOOM = 5;
export const MAX_ZOOM = 18;

export function project(place: Point, view: View): MapPoint {
  const center = toMercator(view);
  const point = toMercator(place);
  const size = worldSize(view.zoom);
  return {
    x: view.width / 2 + (point.x - center.x) * size,
    y: view.height / 2 + (point.y - center.y) * size,
  };
}

/** Returns the geographic position of a point in the picture. */
export function unproject({ x, y }: MapPoint, view: View): Point {
  const center = toMercator(view);
  const size = worldSize(view.zoom);
  return fromMercator({
    x: center.x + (x - view.width / 2) / size,
    y: center.y + (y - view.height / 2) / size,
  });
}

export function boundsOf(view: View): Box {
  const topLeft = unproject({ x: 0, y: 0 }, view);
  const bottomRight = unproject({ x: view.width, y: view.height }, view);
  return {
    south: bottomRight.latitude,
    north: topLeft.latitude,
    west: topLeft.longitude,
    east: bottomRight.longitude,
  };
}

/** Returns the closest view of this size that fits the bounds. */
export function viewOf(bounds: Box, width: number, height: number): View {
  const topLeft = toMercator({ latitude: bounds.north, longitude: bounds.west });
  const bottomRight = toMercator({ latitude: bounds.south, longitude: bounds.east });
  const size = Math.min(width / (bottomRight.x - topLeft.x), height / (bottomRight.y - topLeft.y));
  const middle = fromMercator({
    x: (topLeft.x + bottomRight.x) / 2,
    y: (topLeft.y + bottomRight.y) / 2,
  });
  return { ...middle, zoom: withinZooms(Math.log2(size / TILE_SIZE)), width, height };
}

/** Space around the results, as a share of the picture on each side. */
const ROOM = 0.12;
/** Maximum zoom of results at a single place, which keeps the surroundings visible. */
const NEAREST = 15;

/** Returns the closest view of a size that shows the bounds with some room around them. */
export function fit(bounds: Box, { width, height }: Pick<View, 'width' | 'height'>): View {
  const view = viewOf(bounds, width * (1 - 2 * ROOM), height * (1 - 2 * ROOM));
  return { ...view, zoom: Math.min(view.zoom, NEAREST), width, height };
}

/** Moves the view by a number of widths to the east and heights to the south. */
export function pan(view: View, east: number, south: number): View {
  const middle = { x: (0.5 + east) * view.width, y: (0.5 + south) * view.height };
  return { ...view, ...unproject(middle, view) };
}

/** Zooms in around the center, or out if the steps are negative. */
export function zoomBy(view: View, steps: number): View {
  return { ...view, zoom: withinZooms(view.zoom + steps) };
}

/** Steps that controls move the map by: half a picture or one level. */
export const STEPS: Record<string, (view: View) => View> = {
  'arrow-left': (view) => pan(view, -0.5, 0),
  'arrow-up': (view) => pan(view, 0, -0.5),
  'arrow-down': (view) => pan(view, 0, 0.5),
  'arrow-right': (view) => pan(view, 0.5, 0),
  plus: (view) => zoomBy(view, 1),
  minus: (view) => zoomBy(view, -1),
};

function withinZooms(zoom: number): number {
  return Math.min(MAX_ZOOM, Math.max(MIN_ZOOM, zoom));
}
