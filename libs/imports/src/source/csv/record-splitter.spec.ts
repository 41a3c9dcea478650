import { LineSplitter } from '../line-splitter.js';
import { detectDelimiter, RecordSplitter } from './record-splitter.js';

const MAX_ROW = 1_000_000;

function records(text: string, delimiter = ',') {
  const lines = new LineSplitter();
  const splitter = new RecordSplitter(delimiter);
  return [
    ...[...lines.push(text), ...lines.end()].flatMap((line) => splitter.push(line)),
    ...splitter.end(),
  ];
}

describe(RecordSplitter.name, () => {
  it.each([
    [
      'plain lines',
      'a,b\nc,d',
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    ],
    ['empty fields', ',a,\n', [['', 'a', '']]],
    ['delimiters in a quoted field', 'a,"b,c",d\ne', [['a', 'b,c', 'd'], ['e']]],
    ['line breaks in a quoted field', 'a,"b\n\nc",d\ne', [['a', 'b\n\nc', 'd'], ['e']]],
    ['doubled quotation marks', 'a,"b""c"""\nd', [['a', 'b"c"'], ['d']]],
    ['a quotation mark inside a field', 'a,5" pipe,"b"\nd', [['a', '5" pipe', 'b'], ['d']]],
    ['text after a closing quotation mark', 'a,"Big" Al\'s,b', [['a', '"Big" Al\'s', 'b']]],
    ['an empty quoted field', 'a,""\nd', [['a', ''], ['d']]],
  ])('accepts %s', (_, text, expected) => {
    expect(records(text).map(({ cells }) => cells)).toEqual(expected);
    expect(records(text).every(({ problem }) => problem === undefined)).toBe(true);
  });

  it('loses one row to a quotation mark that is never closed', () => {
    expect(records('a,b\nc,"d\ne,f\ng,h')).toMatchObject([
      { line: 1, text: 'a,b' },
      { line: 2, text: 'c,"d', problem: 'It has a quotation mark that is never closed.' },
      { line: 3, text: 'e,f' },
      { line: 4, text: 'g,h' },
    ]);
  });

  it('loses one row to a quotation mark that only the next quoted field would close', () => {
    expect(records('a,"b\nc,"d"\ne,f')).toMatchObject([
      { line: 1, text: 'a,"b', problem: 'Text follows a closing quotation mark.' },
      { line: 2, text: 'c,"d"' },
      { line: 3, text: 'e,f' },
    ]);
  });

  it('loses one row to an endless line', () => {
    const [, endless, after] = records(`a\n"${'x'.repeat(2 * MAX_ROW)}"\nb`);
    expect(endless).toMatchObject({ line: 2, problem: 'It is longer than 1000000 characters.' });
    expect(after).toMatchObject({ line: 3, cells: ['b'] });
  });

  it('rejects a quoted field that spans too many lines', () => {
    const line = 'x'.repeat(1000);
    const found = records(`"a\n${`${line}\n`.repeat(2000)}`);
    expect(found).toHaveLength(2001);
    expect(found.filter(({ problem }) => problem)).toHaveLength(1);
  });

  it('refuses a file whose quotation marks would cause too much rereading', () => {
    // Each line leaves a field open, whether read from its beginning or as the end of a quoted
    // field.
    const astray = 'b""","\n'.repeat(150_000);
    expect(() => records(astray)).toThrow(/^Too many rows have an unclosed quotation mark/);
    expect(records('b""","\n'.repeat(1_000)).every(({ problem }) => problem)).toBe(true);
  });
});

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
