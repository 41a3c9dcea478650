import { isWithinBounds } from '#libs/geography/src/bounds.js';
import type { Point } from '#libs/geography/src/distance.js';
import type { Noted } from './notes.js';

/**
 * Returns a point within the bounding box of Minnesota. Corrects pairs with a missing minus sign
 * or swapped halves; drops other points with a note.
 */
export function cleanCoordinates(
  latitude: string | null,
  longitude: string | null,
): Noted<Point | null> {
  if (latitude === null && longitude === null) return { value: null };
  const y = degrees(latitude);
  const x = degrees(longitude);
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

/** Maximum length of a cell with both coordinates, in characters. */
const MAX_PAIR = 200;
/** Well-known text (OGC 06-103r4, section 7) of a point, or of the only point of several. */
const WELL_KNOWN_TEXT =
  /^(?:SRID=4326;)?\s*(?:MULTI)?POINT\s*(?:Z|M|ZM)?\s*\(+\s*([-\d.]+)\s+([-\d.]+)[\s\d.-]*\)+$/i;
const PAIR = /(?:^|\()\s*(-?\d+\.\d+)\s*,\s*(-?\d+\.\d+)\s*\)?$/;

/**
 * Reads both coordinates from one cell: `POINT (-92.1 46.8)`, or `(46.8, -92.1)`, also after an
 * address. Undefined for other text.
 */
export function pairIn(text: string): { latitude: string; longitude: string } | undefined {
  if (text.length > MAX_PAIR) return undefined;
  const [, x, y] = WELL_KNOWN_TEXT.exec(text) ?? [];
  if (x && y) return { latitude: y, longitude: x };
  const [, latitude, longitude] = PAIR.exec(text) ?? [];
  return latitude && longitude ? { latitude, longitude } : undefined;
}

function degrees(text: string | null): number {
  return text !== null && /^[-+]?\d{1,9}(?:\.\d*)?$/.test(text) ? Number(text) : NaN;
}
