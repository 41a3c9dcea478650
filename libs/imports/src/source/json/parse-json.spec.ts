import { parseJson } from './parse-json.js';

const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);

describe(parseJson.name, () => {
  it('parses what is nested 64 deep, and nothing deeper', () => {
    expect(parseJson(nested(64))).toHaveProperty('value');
    expect(parseJson(nested(65))).toEqual({ problem: 'tooDeep' });
    expect(parseJson('{"a":'.repeat(100_000))).toEqual({ problem: 'tooDeep' });
  });

  it('counts no brackets in texts, nor those that are closed', () => {
    const value = { name: `\\"${'['.repeat(100)}` };
    expect(parseJson(JSON.stringify(value))).toEqual({ value });
    expect(parseJson(`[${'[],'.repeat(100)}[]]`)).toHaveProperty('value');
  });

  it('says that it is no JSON', () => {
    expect(parseJson('{"name": broken}')).toEqual({ problem: 'malformed' });
  });
});
