import { names } from './cached-response.js';

describe(names.name, () => {
  it.each([
    [undefined, false],
    ['"1-a"', true],
    ['W/"1-a"', true],
    ['"1-b", "1-a"', true],
    ['"1-b"', false],
    ['1-a', false],
    ['"1-a', false],
    ['*', false],
  ])('for %p, returns %p', (header, expected) => {
    expect(names(header, '"1-a"')).toBe(expected);
  });
});
