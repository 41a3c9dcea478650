import { ImportRefusedError } from './limits.js';

const CSV_INSTEAD = 'Save the sheet with the businesses as CSV (UTF-8), and import that.';
const UNPACK = 'Unpack it, and import the file that is in it.';

/** How files of other kinds begin, in Latin-1, and what to do with them. */
const REFUSED: readonly [beginning: string | RegExp, sentence: string][] = [
  ['\xd0\xcf\x11\xe0', `It is an old Excel workbook. ${CSV_INSTEAD}`],
  ['PAR1', 'It is a Parquet file. Save it as NDJSON or CSV, such as with DuckDB.'],
  [
    'SQLite format 3',
    'It is a GeoPackage or a SQLite database. Save its layer as GeoJSON in WGS 84, such as with ogr2ogr.',
  ],
  ['%PDF-', 'It is a PDF. Ask for the table that it was made of, as CSV.'],
  [/^(?:BZh\d|\x28\xb5\x2f\xfd|\xfd7zXZ|7z\xbc\xaf)/, `It is compressed. ${UNPACK}`],
  [/^(?:\xff\xfe\0\0|\0\0\xfe\xff)/, 'It is in UTF-32, which is not read here. Save it in UTF-8.'],
  [
    /^(?:\xef\xbb\xbf)?\s*<(?:!doctype\s+html|html)\b/i,
    'It is a web page, perhaps one that asks to sign in. Download the file itself.',
  ],
  [
    /^(?:\xef\xbb\xbf)?\s*<(?:\?xml|kml|gpx)\b/i,
    'It is XML, such as KML. Save it as GeoJSON or CSV, such as with ogr2ogr.',
  ],
];

const ZIP = 'PK\x03\x04';

/** @throws ImportRefusedError for a file of a known kind that is not read, with what to do */
export function refuseOtherKinds(beginning: Buffer): void {
  const text = beginning.toString('latin1', 0, 4096);
  if (text.startsWith(ZIP)) throw new ImportRefusedError(sentenceOfZip(text));
  const found = REFUSED.find(([start]) =>
    typeof start === 'string' ? text.startsWith(start) : start.test(text),
  );
  if (found) throw new ImportRefusedError(found[1]);
}

/** Office programs write folders compressed by ZIP. */
function sentenceOfZip(text: string): string {
  if (/xl\/|\[Content_Types\]\.xml/.test(text)) return `It is an Excel workbook. ${CSV_INSTEAD}`;
  if (text.includes('opendocument')) return `It is an OpenDocument sheet. ${CSV_INSTEAD}`;
  return `It is a ZIP archive. ${UNPACK}`;
}

/** RFC 1952. */
export function isGzip(beginning: Buffer): boolean {
  return beginning[0] === 0x1f && beginning[1] === 0x8b;
}
