/**
 * Size of the optional bounding box before a geometry in bytes, by its type (GeoPackage 1.4,
 * section 2.1.3).
 */
const BOXES = [0, 32, 48, 48, 64];

/**
 * Converts a GeoPackage geometry to GeoJSON. Only points are converted; other types become
 * `Other`.
 */
export function geometryOfBlob(
  blob: unknown,
): { type: 'Point'; coordinates: [number, number] } | { type: 'Other' } | undefined {
  if (!(blob instanceof Uint8Array)) return undefined;
  const bytes = Buffer.from(blob.buffer, blob.byteOffset, blob.byteLength);
  const box = BOXES[((bytes[3] ?? 0) >> 1) & 7];
  const start = 8 + (box ?? 0);
  if (bytes.toString('latin1', 0, 2) !== 'GP' || box === undefined || bytes.length < start + 5) {
    return undefined;
  }
  const isLittle = bytes[start] === 1;
  const type = isLittle ? bytes.readUInt32LE(start + 1) : bytes.readUInt32BE(start + 1);
  // Types with heights or measures are offset by thousands.
  if (type % 1000 !== 1 || bytes.length < start + 21) return { type: 'Other' };
  const number = (at: number) => (isLittle ? bytes.readDoubleLE(at) : bytes.readDoubleBE(at));
  const coordinates: [number, number] = [number(start + 5), number(start + 13)];
  return coordinates.some(Number.isNaN) ? undefined : { type: 'Point', coordinates };
}
