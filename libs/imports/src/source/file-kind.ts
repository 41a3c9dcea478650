import { ImportRefusedError } from './limits.js';

/** Kind of file, which decides how it is read. */
export type FileKind = 'text' | 'archive' | 'parquet' | 'geopackage';

const CSV_INSTEAD = 'Save the sheet with the businesses as .xlsx or CSV (UTF-8), and import that.';
const UNPACK = 'Unpack it, and import the file inside.';
const WITH_OGR = 'Save it as GeoJSON or GeoPackage, for example with ogr2ogr.';

/** Signatures of unsupported file types in Latin-1, with instructions for the user. */
const REFUSED: readonly [beginning: string | RegExp, sentence: string][] = [
  [
    '\xd0\xcf\x11\xe0',
    `It is an old Excel workbook (.xls), or one with a password. ${CSV_INSTEAD}`,
  ],
  ['%PDF-', 'It is a PDF. Ask the publisher for the original table as CSV.'],
  [
    /^(?:BZh\d|\x28\xb5\x2f\xfd|\xfd7zXZ|7z\xbc\xaf|Rar!|[^]{257}ustar)/,
    `It is compressed or packed. ${UNPACK}`,
  ],
  [/^(?:\xff\xfe\0\0|\0\0\xfe\xff)/, 'It is in UTF-32, which is not supported. Save it as UTF-8.'],
  ['\0\0\x27\x0a', `It is a part of a shapefile. ${WITH_OGR}`],
  [
    // oxlint-disable-next-line no-control-regex
    /^\x03[^][\x01-\x0c][\x01-\x1f]/,
    `It is a dBase table, which is part of a shapefile. ${WITH_OGR}`,
  ],
  ['fgb\x03', `It is FlatGeobuf. ${WITH_OGR}`],
  ['ARROW1', 'It is an Arrow or Feather file. Save it as Parquet, NDJSON or CSV.'],
  ['\0\x01\0\0Standard ', `It is an Access database. ${CSV_INSTEAD}`],
  ['{\\rtf', `It is a document (RTF). ${CSV_INSTEAD}`],
  [
    /^(?:\xef\xbb\xbf)?\s*<(?:!doctype\s+html|html)\b/i,
    'It is a web page, perhaps one that asks to sign in. Download the file itself.',
  ],
  [
    /^(?:(?:\xef\xbb\xbf)?\s*(?:<\?xml[^>]*>\s*)?<osm\b|[^]{4}\n\tOSMHeader)/,
    'It is an OpenStreetMap file (.osm or .osm.pbf). Save its places as GeoJSON, for example with ' +
      'ogr2ogr -f GeoJSON places.geojson FILE points.',
  ],
  [
    /^(?:\xef\xbb\xbf)?\s*<(?:\?xml|kml|gpx)\b/i,
    'It is XML, such as KML. Save it as GeoJSON or CSV, for example with ogr2ogr.',
  ],
];

/** Files in ZIP archives other than workbooks, with instructions for the user. */
const REFUSED_ARCHIVES: readonly [files: RegExp[], sentence: string][] = [
  [[/^xl\/workbook\.bin$/], `It is a binary Excel workbook (.xlsb). ${CSV_INSTEAD}`],
  [
    [/^(?:word|ppt)\//],
    'It is a Word or PowerPoint document. Copy its table into a sheet, and save that as .xlsx or CSV.',
  ],
  [
    [/^mimetype$/, /^content\.xml$/],
    `It is an OpenDocument file, such as a LibreOffice spreadsheet (.ods). ${CSV_INSTEAD}`,
  ],
  [
    [/\.shp$/i],
    'It is a ZIP archive with a shapefile. Unpack it, and save the shapefile as GeoJSON or ' +
      'GeoPackage, for example with ogr2ogr.',
  ],
  [
    [/\.kml$/i],
    'It is KMZ, a ZIP archive with KML. Save it as GeoJSON or CSV, for example with ogr2ogr.',
  ],
];

const OTHER_KINDS: readonly [beginning: string, kind: FileKind][] = [
  ['PK\x03\x04', 'archive'],
  ['PAR1', 'parquet'],
  ['SQLite format 3\0', 'geopackage'],
];

/** @throws ImportRefusedError for a known but unsupported file type, with instructions */
export function kindOf(beginning: Buffer): FileKind {
  const text = beginning.toString('latin1', 0, 4096);
  const found = REFUSED.find(([start]) =>
    typeof start === 'string' ? text.startsWith(start) : start.test(text),
  );
  if (found) throw new ImportRefusedError(found[1]);
  return OTHER_KINDS.find(([start]) => text.startsWith(start))?.[1] ?? 'text';
}

/**
 * Refuses ZIP archives other than Excel workbooks, with instructions.
 *
 * @param names files in the archive
 * @throws ImportRefusedError
 */
export function refuseOtherArchives(names: readonly string[]): void {
  if (names.includes('xl/workbook.xml')) return;
  const found = REFUSED_ARCHIVES.find(([files]) =>
    files.every((file) => names.some((name) => file.test(name))),
  );
  throw new ImportRefusedError(found?.[1] ?? `It is a ZIP archive. ${UNPACK}`);
}

/** Reports whether a file is compressed by gzip (RFC 1952). */
export function isGzip(beginning: Buffer): boolean {
  return beginning[0] === 0x1f && beginning[1] === 0x8b;
}
