import { ImportRefusedError } from './limits.js';

export const FORMATS = ['CSV', 'GeoJSON', 'NDJSON'] as const;
export type Format = (typeof FORMATS)[number];

/** Tells a format by how a text begins, whatever its file is called. */
export function detectFormat(beginning: string): Format {
  const text = beginning.trimStart();
  if (text.startsWith('[')) {
    throw new ImportRefusedError(
      'It is a JSON list. Write one object a line (NDJSON), or a GeoJSON FeatureCollection.',
    );
  }
  if (!text.startsWith('{')) return 'CSV';
  const isCollection = /^\{[^{]*"(?:type"\s*:\s*"FeatureCollection"|features"\s*:\s*\[)/.test(text);
  return isCollection || /"type"\s*:\s*"FeatureCollection"/.test(text) ? 'GeoJSON' : 'NDJSON';
}
