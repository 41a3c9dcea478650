import { isTooDeep } from './nesting.js';

const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);

describe(isTooDeep.name, () => {
  it('accepts up to 64 levels of nesting', () => {
    expect([64, 65].map((depth) => isTooDeep(nested(depth)))).toEqual([false, true]);
    expect(isTooDeep('{"a":'.repeat(100_000))).toBe(true);
  });

  it('does not count brackets in strings or closed brackets', () => {
    expect(isTooDeep(JSON.stringify({ name: `\\"${'['.repeat(100)}` }))).toBe(false);
    expect(isTooDeep(`[${'[],'.repeat(100)}[]]`)).toBe(false);
  });
});
