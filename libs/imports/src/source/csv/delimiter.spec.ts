import { detectDelimiter } from './record-splitter.js';

describe(detectDelimiter.name, () => {
  it.each([
    ['name,city', ','],
    ['name;city', ';'],
    ['name\tcity', '\t'],
    ['name|city', '|'],
    ['"last, first";city', ';'],
    ['name', ','],
  ])('%j', (header, expected) => {
    expect(detectDelimiter(header)).toBe(expected);
  });
});
