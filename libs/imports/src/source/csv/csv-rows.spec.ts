import { CsvRows } from './csv-rows.js';

function rowsOf(text: string) {
  const reader = new CsvRows({});
  return [...reader.push(text), ...reader.end()];
}
const header = (count: number) =>
  Array.from({ length: count }, (_, i) => (i === 0 ? 'name' : `c${i}`)).join(',');

describe(CsvRows.name, () => {
  it('reads a thousand columns, and refuses one more', () => {
    expect(rowsOf(`${header(1_000)}\nLoon Cafe${','.repeat(999)}\n`)).toMatchObject([
      { record: { name: 'Loon Cafe' } },
    ]);
    expect(() => rowsOf(`${header(1_001)}\n`)).toThrow(
      'It has 1001 columns; at most 1000 are read.',
    );
  });

  it('says in whole characters which columns there are', () => {
    const column = `${'x'.repeat(38)}😀😀😀`;
    expect(() => rowsOf(`${column},b\0c\nA,B\n`)).toThrow(`has: ${'x'.repeat(38)}😀…, b c. Name`);
  });
});
