/**
 * Size of the optional bounding box before a geometry in bytes, by its type (GeoPackage 1.4,
 * section 2.1.3).
 */
const BOXES = [0, 32, 48, 48, 64];

/**
 * Converts a GeoPackage geometry to GeoJSON. Only points, and the only point of several, are
 * converted; other types become `Other`.
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
  const outer = headOf(bytes, start);
  const isOneOfMany = outer.type === 4 && bytes.length >= start + 9 && outer.whole(start + 5) === 1;
  const at = isOneOfMany ? start + 9 : start;
  if (bytes.length < at + 21) return { type: 'Other' };
  const { type, number } = headOf(bytes, at);
  if (type !== 1) return { type: 'Other' };
  const coordinates: [number, number] = [number(at + 5), number(at + 13)];
  return coordinates.some(Number.isNaN) ? undefined : { type: 'Point', coordinates };
}

/** Reads the head of well-known binary (OGC 06-103r4, section 8), and numbers in its byte order. */
function headOf(bytes: Buffer, start: number) {
  const isLittle = bytes[start] === 1;
  const whole = (at: number) => (isLittle ? bytes.readUInt32LE(at) : bytes.readUInt32BE(at));
  const number = (at: number) => (isLittle ? bytes.readDoubleLE(at) : bytes.readDoubleBE(at));
  // Types with heights or measures are offset by thousands.
  return { type: whole(start + 1) % 1000, whole, number };
}
