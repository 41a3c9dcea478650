/** Limits of a source. A file that exceeds them is refused, or its row rejected, with a sentence. */

/** Characters of a row. */
export const MAX_ROW = 1_000_000;
/** Lines of a CSV record: a quoted field that spans more was not meant to. */
export const MAX_LINES = 1_000;
/** Columns of a CSV file, or fields of a JSON record. */
export const MAX_COLUMNS = 1_000;
/** Lists and objects within each other, in JSON. */
export const MAX_DEPTH = 64;
/** Rows of a file. */
export const MAX_ROWS = 5_000_000;
/** Bytes that a compressed file may unpack to. */
const MAX_UNPACKED = 4 * 1024 ** 3;
/** Bytes that a compressed file may unpack to for each of its own; real tables need 5 to 40. */
const MAX_RATIO = 100;
/** Bytes that any compressed file may unpack to: a small one may repeat itself. */
const ALWAYS_UNPACKED = 10 * 1024 ** 2;
/** Lines above the header of a CSV file: a title, a date. */
export const MAX_TITLE_LINES = 20;
/** Characters around the features of a GeoJSON collection or the objects of a list: names, a reference system, a box. */
export const MAX_ENVELOPE = 64 * 1024;

/** Throws once a compressed file of a given size has unpacked to more bytes than it may. */
export function refuseExpansion(unpacked: number, size: number): void {
  const most = Math.min(MAX_UNPACKED, Math.max(ALWAYS_UNPACKED, MAX_RATIO * size));
  if (unpacked <= most) return;
  throw new ImportRefusedError(
    `Unpacked, it has more than ${most} bytes, the most for ${size} compressed ones. Check that it ` +
      'is the right file; if it is, unpack it and import the content.',
  );
}

const KEPT_OF_CUT = 200;

/** What is kept of a row that is too long: a copy, because a slice would hold the whole in memory. */
export function beginningOf(row: string): string {
  return Buffer.from(row.slice(0, KEPT_OF_CUT)).toString();
}

export const TOO_LONG = `It is longer than ${MAX_ROW} characters.`;
export const TOO_MANY_FIELDS = `It has more than ${MAX_COLUMNS} fields.`;
export const TOO_DEEP = `Its lists and objects are nested more than ${MAX_DEPTH} deep.`;

/** The import cannot be done at all; the message is a sentence for the person who asked for it. */
export class ImportRefusedError extends Error {}
