import { BOUNDS } from '#libs/geography/src/bounds.js';
import type { Point } from '#libs/geography/src/distance.js';
import { searchAddress, type SearchQuery } from '../search/search-query.js';
import { HEIGHT, MAX_ZOOM, MIN_ZOOM, type View, WIDTH } from './view.js';

/** Position of a map, regardless of the size of its picture. */
export type MapPosition = Point & Pick<View, 'zoom'>;

export type MapSize = Pick<View, 'width' | 'height'>;

/** State of a map apart from its search. */
export interface MapState {
  /** Undefined for a map that shows all results. */
  position?: MapPosition;
  /** Slug of the business whose preview is open. */
  chosen?: string;
  size: MapSize;
}

const SMALLEST = 200;
const LARGEST = 2_000;
const LONGEST_SLUG = 200;
const DECIMAL = /^-?\d{1,3}(?:\.\d{1,12})?$/;

/**
 * Reads `lat`, `lon` and `z`. A position outside Minnesota is moved to its edge.
 *
 * @returns undefined if the address does not state the position
 */
export function readPosition(query: Readonly<Record<string, unknown>>): MapPosition | undefined {
  const [latitude, longitude, zoom = 12] = [query.lat, query.lon, query.z].map((value) =>
    typeof value === 'string' && DECIMAL.test(value) ? Number(value) : undefined,
  );
  if (latitude === undefined || longitude === undefined) return undefined;
  return nearestPosition({ latitude, longitude, zoom });
}

/** Returns the nearest position that a map can have: with its center in Minnesota. */
export function nearestPosition({ latitude, longitude, zoom }: MapPosition): MapPosition {
  return {
    latitude: within(latitude, BOUNDS.south, BOUNDS.north),
    longitude: within(longitude, BOUNDS.west, BOUNDS.east),
    zoom: within(zoom, MIN_ZOOM, MAX_ZOOM),
  };
}

/** Reads the position, `b` and `size`, which the interactive map sends as `830x640`. */
export function readMapState(query: Readonly<Record<string, unknown>>): MapState {
  const { b, size } = query;
  const [, width, height] = /^(\d{1,4})x(\d{1,4})$/.exec(String(size)) ?? [];
  return {
    position: readPosition(query),
    chosen: typeof b === 'string' ? b.slice(0, LONGEST_SLUG) || undefined : undefined,
    size: {
      width: within(Number(width ?? WIDTH), SMALLEST, LARGEST),
      height: within(Number(height ?? HEIGHT), SMALLEST, LARGEST),
    },
  };
}

/** Returns the map's address, precise to a pixel. Equal maps have equal addresses. */
export function mapAddress(
  path: string,
  search: Partial<SearchQuery>,
  position?: MapPosition,
  chosen?: string,
): string {
  return searchAddress(path, search, { ...(position && positionParameters(position)), b: chosen });
}

/** Returns the position as query parameters, rounded to a pixel. */
export function positionParameters({ latitude, longitude, zoom }: MapPosition) {
  const digits = Math.max(2, Math.ceil(zoom / 3));
  return {
    lat: String(Number(latitude.toFixed(digits))),
    lon: String(Number(longitude.toFixed(digits))),
    z: String(Number(zoom.toFixed(2))),
  };
}

function within(value: number, least: number, most: number): number {
  return Math.min(most, Math.max(least, value));
}
