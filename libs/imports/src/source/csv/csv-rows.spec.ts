import { ColumnMapper } from '../../columns/column-map.js';
import { CsvRows } from './csv-rows.js';

function rowsOf(text: string) {
  const reader = new CsvRows(new ColumnMapper());
  return [...reader.push(text), ...reader.end()];
}
const header = (count: number) =>
  Array.from({ length: count }, (_, i) => (i === 0 ? 'name' : `c${i}`)).join(',');

describe(CsvRows.name, () => {
  it('reads up to a thousand columns', () => {
    expect(rowsOf(`${header(1_000)}\nLoon Cafe${','.repeat(999)}\n`)).toMatchObject([
      { record: { name: 'Loon Cafe' } },
    ]);
    expect(() => rowsOf(`${header(1_001)}\n`)).toThrow(
      'It has 1001 columns; at most 1000 are read.',
    );
  });

  it('finds the header below at most twenty title lines', () => {
    const titles = (count: number) => 'Licensed establishments,,\n'.repeat(count);
    const table = 'name,city,zip\nLoon Cafe,Ely,55731\n';
    for (const count of [1, 20]) {
      expect(rowsOf(titles(count) + table)).toEqual([
        {
          line: count + 2,
          cells: ['Loon Cafe', 'Ely', '55731'],
          record: { name: 'Loon Cafe', city: 'Ely', postalCode: '55731' },
        },
      ]);
    }
    expect(() => rowsOf(titles(21) + table)).toThrow('No column contains a business name');
  });

  it('refuses a header of several lines below a title', () => {
    const file =
      'Licensed establishments,,\n"Business\nName",Address,"Zip\nCode"\nLoon Cafe,1 Main St,55731\n';
    expect(() => rowsOf(file)).toThrow('No column contains a business name');
  });

  it('does not mistake a row for the header of a file that lacks one', () => {
    expect(() => rowsOf('Loon Cafe,Ely\nBusiness,Duluth\n')).toThrow('has: Loon Cafe, Ely');
  });

  it('uses the delimiter declared by the file', () => {
    for (const said of ['sep=;', '"sep=;"', 'SEP=;;;']) {
      expect(rowsOf(`${said}\nname;city, state\nLoon Cafe;Ely\n`)).toMatchObject([
        { line: 3, cells: ['Loon Cafe', 'Ely'] },
      ]);
    }
  });

  it('accepts rows with trailing delimiters or without their last fields', () => {
    expect(rowsOf('name,city,zip\nA,Ely,55731,,\nB,Ely\nC,Ely,55731,more\nD\n')).toMatchObject([
      { record: { name: 'A', postalCode: '55731' } },
      { record: { name: 'B', city: 'Ely' } },
      { problem: 'It has 4 fields, but the header has 3.' },
      { problem: 'It has 1 field, but the header has 3.' },
    ]);
    expect(rowsOf('name\nA\n')).toMatchObject([{ record: { name: 'A' } }]);
  });

  it('reads the tags that ogr2ogr collects in one column', () => {
    const rows = rowsOf('name,other_tags\nA,"""amenity""=>""cafe"",""phone""=>""1"""\nB,\n');
    expect(rows).toMatchObject([
      { record: { name: 'A', category: 'amenity=cafe', phone: '1' } },
      { record: { name: 'B' } },
    ]);
  });

  it('never splits a character when it lists the columns', () => {
    const column = `${'x'.repeat(38)}😀😀😀`;
    expect(() => rowsOf(`${column},b\0c\nA,B\n`)).toThrow(
      `has: ${'x'.repeat(38)}😀…, b c. Specify`,
    );
  });
});
