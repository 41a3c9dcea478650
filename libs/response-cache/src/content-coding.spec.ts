import { chooseCoding } from './content-coding.js';

describe(chooseCoding.name, () => {
  it.each([
    [undefined, 'identity'],
    ['', 'identity'],
    ['gzip', 'gzip'],
    ['GZIP', 'gzip'],
    ['gzip, deflate, br', 'br'],
    ['gzip, deflate, br, zstd', 'br'],
    ['br;q=0.5, gzip', 'gzip'],
    ['br;q=0, gzip;q=0', 'identity'],
    ['gzip;q=0.5, identity', 'identity'],
    ['*', 'br'],
    ['zstd', 'identity'],
    ['nonsense;;;,,q=', 'identity'],
  ])('for %p, chooses %s', (header, coding) => {
    expect(chooseCoding(header)).toBe(coding);
  });
});
