import { ImportRefusedError } from './limits.js';

const TEXT_FORMATS = ['CSV', 'GeoJSON', 'JSON', 'NDJSON'] as const;
export const FORMATS = [...TEXT_FORMATS, 'Excel', 'GeoPackage', 'Parquet'] as const;
export type TextFormat = (typeof TEXT_FORMATS)[number];
export type Format = (typeof FORMATS)[number];

/** Detects a format from the beginning of the text, regardless of the file name. */
export function detectFormat(beginning: string): TextFormat {
  const text = withoutSeparator(beginning.trimStart());
  if (text.startsWith('[')) return 'JSON';
  if (!text.startsWith('{')) return 'CSV';
  const isCollection = /^\{[^{]*"(?:type"\s*:\s*"FeatureCollection"|features"\s*:\s*\[)/.test(text);
  if (isCollection || /"type"\s*:\s*"FeatureCollection"/.test(text)) return 'GeoJSON';
  if (isOverLines(text)) {
    throw new ImportRefusedError(
      'It is one JSON object over several lines. Save it as a list of objects ([{…}, {…}]), one object ' +
        'per line (NDJSON), or a GeoJSON FeatureCollection.',
    );
  }
  return 'NDJSON';
}

/** Removes the record separator before a GeoJSON text of a sequence (RFC 8142, section 2). */
export function withoutSeparator(text: string): string {
  return text.startsWith('\u001e') ? text.slice(1) : text;
}

/**
 * Reports whether one JSON value spans several lines. In NDJSON, one of the first two lines is a
 * complete object, even if the other is damaged.
 */
function isOverLines(text: string): boolean {
  const [first = '', second] = text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
  return second !== undefined && !first.endsWith('}') && !second.startsWith('{');
}
