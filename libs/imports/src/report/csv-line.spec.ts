import { csvLine } from './rejects-file.js';

describe(csvLine.name, () => {
  it.each([
    [['a', 2, ''], 'a,2,\n'],
    [['a,b', 'say "hi"', 'two\nlines'], '"a,b","say ""hi""","two\nlines"\n'],
  ])('%j', (cells, line) => {
    expect(csvLine(cells)).toBe(line);
  });
});
