import { detectFormat } from './format.js';
import { ImportRefusedError } from './limits.js';

describe(detectFormat.name, () => {
  it.each([
    ['name,city\n', 'CSV'],
    ['{"name":"Loon Cafe"}\n{"name":', 'NDJSON'],
    ['{"type":"Feature","geometry":null}\n', 'NDJSON'],
    ['{"type":"FeatureCollection","features":[', 'GeoJSON'],
    ['\n{\n  "crs": {"type": "name"},\n  "type" : "FeatureCollection",', 'GeoJSON'],
    ['{"features":[{"type":"Feature"', 'GeoJSON'],
  ])('%j is %s', (beginning, format) => {
    expect(detectFormat(beginning)).toBe(format);
  });

  it('refuses a JSON list', () => {
    expect(() => detectFormat(' [{"name":"Loon Cafe"}]')).toThrow(ImportRefusedError);
  });
});
