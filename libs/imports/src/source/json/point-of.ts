import type { Note } from '../../cleaning/notes.js';
import type { RawRecord } from '../../columns/fields.js';
import { isObject } from './flatten.js';

type PointOf =
  { coordinates: Pick<RawRecord, 'latitude' | 'longitude'>; notes?: Note[] } | { problem: string };

/** The point of a GeoJSON geometry, in degrees of WGS 84 (RFC 7946, section 4). */
export function pointOf(geometry: unknown): PointOf {
  if (!isObject(geometry)) return { coordinates: {} };
  const { type, coordinates } = geometry;
  if (type !== 'Point') return { coordinates: {}, notes: ['geometryIsNoPoint'] };
  const [longitude, latitude] = Array.isArray(coordinates) ? (coordinates as unknown[]) : [];
  if (typeof longitude !== 'number' || typeof latitude !== 'number') {
    return { problem: 'Its point has no coordinates.' };
  }
  if (Math.abs(longitude) > 180 || Math.abs(latitude) > 90) {
    return { problem: 'Its coordinates are not degrees of longitude and latitude (WGS 84).' };
  }
  return { coordinates: { latitude: String(latitude), longitude: String(longitude) } };
}
