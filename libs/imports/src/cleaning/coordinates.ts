import { isWithinBounds } from '#libs/geography/src/bounds.js';
import type { Note } from './notes.js';

export interface Coordinates {
  latitude: number;
  longitude: number;
}

/**
 * Returns a point within the bounding box of Minnesota. Corrects pairs with a missing minus sign
 * or swapped halves; drops other points with a note.
 */
export function cleanCoordinates(
  latitude: string | null,
  longitude: string | null,
): { value: Coordinates | null; note?: Note } {
  if (latitude === null && longitude === null) return { value: null };
  const [y, x] = [degrees(latitude), degrees(longitude)];
  if (y === 0 && x === 0) return { value: null };
  if (Number.isNaN(y) || Number.isNaN(x)) return { value: null, note: 'coordinatesUnreadable' };
  if (isWithinBounds(y, x)) return { value: { latitude: y, longitude: x } };
  for (const [latitude, longitude] of [
    [y, -x],
    [x, y],
  ] as const) {
    if (isWithinBounds(latitude, longitude)) {
      return { value: { latitude, longitude }, note: 'coordinatesMended' };
    }
  }
  return { value: null, note: 'coordinatesElsewhere' };
}

function degrees(text: string | null): number {
  return text !== null && /^[-+]?\d{1,9}(?:\.\d*)?$/.test(text) ? Number(text) : NaN;
}
