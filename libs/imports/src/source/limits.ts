/** Limits of a source. A file that exceeds one is refused, or its row rejected, with a sentence. */

/** Maximum characters per row. */
export const MAX_ROW = 1_000_000;
/** Maximum lines per CSV record. A longer quoted field is an error. */
export const MAX_LINES = 1_000;
/** Maximum columns of a CSV file or fields of a JSON record. */
export const MAX_COLUMNS = 1_000;
/** Maximum nesting depth of JSON lists and objects. */
export const MAX_DEPTH = 64;
/** Maximum rows per file. */
export const MAX_ROWS = 5_000_000;
/** Maximum unpacked size of a compressed file in bytes. */
const MAX_UNPACKED = 4 * 1024 ** 3;
/** Maximum compression ratio; real tables have 5 to 40. */
const MAX_RATIO = 100;
/** Unpacked size always accepted, in bytes: small files may be very repetitive. */
const ALWAYS_UNPACKED = 10 * 1024 ** 2;
/** Maximum lines above a CSV header, such as a title and a date. */
export const MAX_TITLE_LINES = 20;
/**
 * Maximum characters outside the features of a GeoJSON collection or the objects of a list, such
 * as names, a reference system and a bounding box.
 */
export const MAX_ENVELOPE = 64 * 1024;

/** Throws if a compressed file of the given size unpacks to too many bytes. */
export function refuseExpansion(unpacked: number, size: number): void {
  const most = Math.min(MAX_UNPACKED, Math.max(ALWAYS_UNPACKED, MAX_RATIO * size));
  if (unpacked <= most) return;
  throw new ImportRefusedError(
    `It unpacks to more than ${most} bytes, the limit for ${size} compressed bytes. Check that it ` +
      'is the right file; if it is, unpack it and import the content.',
  );
}

const KEPT_OF_CUT = 200;

/**
 * Returns the beginning of a row that is too long, as a copy: a slice would retain the whole row
 * in memory.
 */
export function beginningOf(row: string): string {
  return Buffer.from(row.slice(0, KEPT_OF_CUT)).toString();
}

export const TOO_LONG = `It is longer than ${MAX_ROW} characters.`;
export const TOO_MANY_FIELDS = `It has more than ${MAX_COLUMNS} fields.`;
export const TOO_DEEP = `Its lists and objects are nested more than ${MAX_DEPTH} deep.`;

/** Thrown if an import is impossible. The message is a sentence for the user. */
export class ImportRefusedError extends Error {}
