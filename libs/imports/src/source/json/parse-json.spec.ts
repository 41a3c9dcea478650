import { parseJson } from './parse-json.js';

const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);

describe(parseJson.name, () => {
  it('parses up to 64 levels of nesting', () => {
    expect(parseJson(nested(64))).toHaveProperty('value');
    expect(parseJson(nested(65))).toEqual({ problem: 'tooDeep' });
    expect(parseJson('{"a":'.repeat(100_000))).toEqual({ problem: 'tooDeep' });
  });

  it('does not count brackets in strings or closed brackets', () => {
    const value = { name: `\\"${'['.repeat(100)}` };
    expect(parseJson(JSON.stringify(value))).toEqual({ value });
    expect(parseJson(`[${'[],'.repeat(100)}[]]`)).toHaveProperty('value');
  });

  it('reports malformed JSON', () => {
    expect(parseJson('{"name": broken}')).toEqual({ problem: 'malformed' });
  });
});
