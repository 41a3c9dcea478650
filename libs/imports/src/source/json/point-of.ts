import { isObject } from '#libs/text/src/json.js';
import type { Note } from '../../cleaning/notes.js';
import type { RawRecord } from '../../columns/fields.js';
import type { Projection } from '../projection.js';

type PointOf =
  { coordinates: Pick<RawRecord, 'latitude' | 'longitude'>; notes?: Note[] } | { problem: string };

export const NOT_DEGREES = 'Its coordinates are not degrees of longitude and latitude (WGS 84).';

/**
 * Returns the point of a GeoJSON geometry in degrees of WGS 84 (RFC 7946, section 4).
 *
 * @param project projection of the source's reference system if it isn't WGS 84
 */
export function pointOf(geometry: unknown, project?: Projection): PointOf {
  if (!isObject(geometry)) return { coordinates: {} };
  const [x, y] = positionOf(geometry) ?? [];
  if (x === undefined) return { coordinates: {}, notes: ['geometryIsNoPoint'] };
  if (typeof x !== 'number' || typeof y !== 'number') {
    return { problem: 'Its point has no coordinates.' };
  }
  const [longitude, latitude] = project ? project([x, y]) : [x, y];
  // Values up to 180 may be swapped; cleaning corrects that as for any row.
  if (!(Math.abs(longitude) <= 180 && Math.abs(latitude) <= 180)) return { problem: NOT_DEGREES };
  return { coordinates: { latitude: String(latitude), longitude: String(longitude) } };
}

/** Returns the position of a point, or of the only point of several; undefined for other shapes. */
function positionOf({ type, coordinates }: Record<string, unknown>): unknown[] | undefined {
  const list = Array.isArray(coordinates) ? (coordinates as unknown[]) : [null];
  if (type === 'Point') return list.length > 0 ? list : [null];
  return type === 'MultiPoint' && list.length === 1 && Array.isArray(list[0])
    ? (list[0] as unknown[])
    : undefined;
}
