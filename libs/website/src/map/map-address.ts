import { BOUNDS } from '#libs/geography/src/bounds.js';
import type { Point } from '#libs/geography/src/distance.js';
import { searchAddress, type SearchQuery } from '../search/search-query.js';
import { MAX_ZOOM, MIN_ZOOM, type View } from './view.js';

/** Position of a map, regardless of the size of its picture. */
export type MapPosition = Point & Pick<View, 'zoom'>;

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
  return {
    latitude: within(latitude, BOUNDS.south, BOUNDS.north),
    longitude: within(longitude, BOUNDS.west, BOUNDS.east),
    zoom: within(zoom, MIN_ZOOM, MAX_ZOOM),
  };
}

/** Returns the map's address, precise to a pixel. Equal maps have equal addresses. */
export function mapAddress(
  path: string,
  search: Partial<SearchQuery>,
  position?: MapPosition,
): string {
  const address = searchAddress(path, search);
  if (!position) return address;
  const parameters = Object.entries(positionParameters(position)).map(
    ([name, v]) => `${name}=${v}`,
  );
  return `${address}${address.includes('?') ? '&' : '?'}${parameters.join('&')}`;
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
