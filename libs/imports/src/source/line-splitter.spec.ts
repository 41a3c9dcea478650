import { type Line, LineSplitter } from './line-splitter.js';

const MAX_ROW = 1_000_000;

const split = (...pieces: string[]): Line[] => {
  const splitter = new LineSplitter();
  return [...pieces.flatMap((piece) => splitter.push(piece)), ...splitter.end()];
};
const texts = (...pieces: string[]) => split(...pieces).map(({ text }) => text);

describe(LineSplitter.name, () => {
  it.each([
    [['a\nb\n'], ['a', 'b']],
    [['a\r\nb'], ['a', 'b']],
    [['a\rb\rc'], ['a', 'b', 'c']],
    [
      ['a\r\nb\rc\n', '\rd'],
      ['a', 'b', 'c', '', 'd'],
    ],
    [
      ['a', 'b\nc', '', '\n\nd'],
      ['ab', 'c', '', 'd'],
    ],
    [
      ['a\r', '\nb'],
      ['a', 'b'],
    ],
    [
      ['a\r', '', '\n', '\nb\r', 'c'],
      ['a', '', 'b', 'c'],
    ],
    [[''], []],
  ])('%j → %j', (pieces, expected) => {
    expect(texts(...pieces)).toEqual(expected);
  });

  it('counts lines from 1', () => {
    expect(split('a\n\nb').map(({ number }) => number)).toEqual([1, 2, 3]);
  });

  it('keeps only the beginning of an endless line, and continues after it', () => {
    const piece = 'x'.repeat(MAX_ROW / 2);
    const [first, second, third] = split('a\n', piece, piece, piece, '\nb');
    expect(first).toEqual({ number: 1, text: 'a', isCut: false });
    expect([second!.number, second!.isCut, second!.text.length]).toEqual([2, true, 200]);
    expect(third).toEqual({ number: 3, text: 'b', isCut: false });
  });
});
