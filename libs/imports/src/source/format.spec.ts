import { detectFormat } from './format.js';
import { ImportRefusedError } from './limits.js';

describe(detectFormat.name, () => {
  it.each([
    ['name,city\n', 'CSV'],
    ['{"name":"Loon Cafe"}\n{"name":', 'NDJSON'],
    ['{"type":"Feature","geometry":null}\n', 'NDJSON'],
    ['\u001e{"type":"Feature","geometry":null}\n\u001e{"type":"Feature"}\n', 'NDJSON'],
    ['{"type":"FeatureCollection","features":[', 'GeoJSON'],
    ['\n{\n  "crs": {"type": "name"},\n  "type" : "FeatureCollection",', 'GeoJSON'],
    ['{"features":[{"type":"Feature"', 'GeoJSON'],
    [' [{"name":"Loon Cafe"}]', 'JSON'],
    ['{"name":\n{"name":"Loon Cafe"}\n', 'NDJSON'],
  ])('%j is %s', (beginning, format) => {
    expect(detectFormat(beginning)).toBe(format);
  });

  it.each(['{\n  "name": "Loon Cafe"\n}', '{\n "businesses": [\n  {\n'])(
    'refuses one object over several lines: %j',
    (beginning) => {
      expect(() => detectFormat(beginning)).toThrow(ImportRefusedError);
    },
  );
});
