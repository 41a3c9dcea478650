import { csvTable } from './csv.js';

describe(csvTable.name, () => {
  const cellOf = (value: string | number | Date | null) =>
    csvTable([value], { cell: (item) => item });

  it('writes a header line and one line for each item, each ending with CRLF', () => {
    const columns = { name: (name: string) => name, letters: (name: string) => name.length };
    expect(csvTable(['Ada', 'Bea, B.'], columns)).toBe('name,letters\r\nAda,3\r\n"Bea, B.",7\r\n');
    expect(csvTable([], columns)).toBe('name,letters\r\n');
  });

  it.each<[string | number | Date | null, string]>([
    [null, ''],
    [0, '0'],
    [-1.5, '-1.5'],
    [new Date(0), '1970-01-01T00:00:00.000Z'],
    ['He said "no"', '"He said ""no"""'],
    ['two\nlines', '"two\nlines"'],
    ['+16125550123', '+16125550123'],
    ['=1+1', "'=1+1"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['-2+3', "'-2+3"],
    ['\tx', "'\tx"],
    ['\n=1', '"\'\n=1"'],
    ['＝1+1', "'＝1+1"],
    ['＋1', "'＋1"],
    ['－1', "'－1"],
    ['＠SUM(A1)', "'＠SUM(A1)"],
    ['=HYPERLINK("a,b")', '"\'=HYPERLINK(""a,b"")"'],
  ])('escapes %j for spreadsheets and prevents formulas', (value, written) => {
    expect(cellOf(value)).toBe(`cell\r\n${written}\r\n`);
  });
});
