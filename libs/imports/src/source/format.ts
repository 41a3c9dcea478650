import { ImportRefusedError } from './limits.js';

const TEXT_FORMATS = ['CSV', 'GeoJSON', 'JSON', 'NDJSON'] as const;
export const FORMATS = [...TEXT_FORMATS, 'Excel', 'GeoPackage', 'Parquet'] as const;
export type TextFormat = (typeof TEXT_FORMATS)[number];
export type Format = (typeof FORMATS)[number];

/** Tells a format by how a text begins, whatever its file is called. */
export function detectFormat(beginning: string): TextFormat {
  const text = beginning.trimStart();
  if (text.startsWith('[')) return 'JSON';
  if (!text.startsWith('{')) return 'CSV';
  const isCollection = /^\{[^{]*"(?:type"\s*:\s*"FeatureCollection"|features"\s*:\s*\[)/.test(text);
  if (isCollection || /"type"\s*:\s*"FeatureCollection"/.test(text)) return 'GeoJSON';
  if (isOverLines(text)) {
    throw new ImportRefusedError(
      'It is one JSON object over several lines. Write a list of objects ([{…}, {…}]), one object ' +
        'a line (NDJSON), or a GeoJSON FeatureCollection.',
    );
  }
  return 'NDJSON';
}

/**
 * Whether one JSON value goes on over several lines: in NDJSON, even with a broken line, one of the
 * first two lines is an object by itself.
 */
function isOverLines(text: string): boolean {
  const [first = '', second] = text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
  return second !== undefined && !first.endsWith('}') && !second.startsWith('{');
}
