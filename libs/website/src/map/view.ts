import { type Point } from '#libs/geography/src/distance.js';
import { fromMercator, TILE_SIZE, toMercator, worldSize } from '#libs/geography/src/mercator.js';

/** What a picture of the map shows. */
export interface View {
  /** The point in the middle of the picture, in degrees (WGS 84). */
  latitude: number;
  longitude: number;
  /** The zoom of web mercator with tiles of 256 pixels: at 0 the world is one tile, and each step doubles it. It may be a fraction. */
  zoom: number;
  /** The width of the picture, in pixels. */
  width: number;
  height: number;
}

/** A point of a picture, in pixels from its top left corner. */
export interface MapPoint {
  x: number;
  y: number;
}

/** A rectangle in degrees. */
export interface ViewBounds {
  south: number;
  north: number;
  west: number;
  east: number;
}

/** The size of the picture of the map page, in pixels: on a phone half as large, and still large enough to press its links. */
export const WIDTH = 600;
export const HEIGHT = 600;

export const MIN_ZOOM = 5;
export const MAX_ZOOM = 18;

export function project(latitude: number, longitude: number, view: View): MapPoint {
  const [centre, point, size] = [
    toMercator(view),
    toMercator({ latitude, longitude }),
    worldSize(view.zoom),
  ];
  return {
    x: view.width / 2 + (point.x - centre.x) * size,
    y: view.height / 2 + (point.y - centre.y) * size,
  };
}

/** The point of the earth that a point of the picture shows. */
export function unproject({ x, y }: MapPoint, view: View): Point {
  const [centre, size] = [toMercator(view), worldSize(view.zoom)];
  return fromMercator({
    x: centre.x + (x - view.width / 2) / size,
    y: centre.y + (y - view.height / 2) / size,
  });
}

export function boundsOf(view: View): ViewBounds {
  const topLeft = unproject({ x: 0, y: 0 }, view);
  const bottomRight = unproject({ x: view.width, y: view.height }, view);
  return {
    south: bottomRight.latitude,
    north: topLeft.latitude,
    west: topLeft.longitude,
    east: bottomRight.longitude,
  };
}

/** The nearest view of this size that shows all of the bounds. */
export function viewOf(bounds: ViewBounds, width: number, height: number): View {
  const topLeft = toMercator({ latitude: bounds.north, longitude: bounds.west });
  const bottomRight = toMercator({ latitude: bounds.south, longitude: bounds.east });
  const size = Math.min(width / (bottomRight.x - topLeft.x), height / (bottomRight.y - topLeft.y));
  const middle = fromMercator({
    x: (topLeft.x + bottomRight.x) / 2,
    y: (topLeft.y + bottomRight.y) / 2,
  });
  return { ...middle, zoom: withinZooms(Math.log2(size / TILE_SIZE)), width, height };
}

/** Moved by so many widths to the east and heights to the south. */
export function pan(view: View, east: number, south: number): View {
  const middle = { x: (0.5 + east) * view.width, y: (0.5 + south) * view.height };
  return { ...view, ...unproject(middle, view) };
}

/** Nearer by so many steps, or further where they are negative, around the middle. */
export function zoomBy(view: View, steps: number): View {
  return { ...view, zoom: withinZooms(view.zoom + steps) };
}

function withinZooms(zoom: number): number {
  return Math.min(MAX_ZOOM, Math.max(MIN_ZOOM, zoom));
}
