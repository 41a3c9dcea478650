import { gzipSync } from 'node:zlib';
import { readSource } from '../../../../test/support/read-source.ts';
import { useFolder } from '../../../../test/support/use-folder.ts';
import type { SourceOptions } from './open-source.js';

const TABLE = 'name,city,zip\nLoon Cafe,Ely,55731\nBirch Books,Duluth,55802\n';

describe('a file to be imported', () => {
  const inFolder = useFolder();

  const rowsOf = (content: Buffer | string, options?: SourceOptions) =>
    readSource(inFolder('file'), content, options);

  it('may be compressed by gzip, in one member or several', async () => {
    const half = TABLE.length / 2;
    const twice = [TABLE.slice(0, half), TABLE.slice(half)].map((part) => gzipSync(part));
    for (const content of [gzipSync(TABLE), Buffer.concat(twice)]) {
      const { rows } = await rowsOf(content);
      expect(rows).toMatchObject([
        { line: 2, record: { name: 'Loon Cafe' } },
        { line: 3, record: { name: 'Birch Books' } },
      ]);
    }
  });

  it.each([
    ['cut off', gzipSync(TABLE).subarray(0, -9), 'damaged or truncated'],
    ['damaged', Buffer.from(gzipSync(TABLE)).fill(0x55, 12, 20), 'damaged or truncated'],
    ['empty', gzipSync(''), 'It is empty.'],
    ['no text', gzipSync('PK\x03\x04 xl/workbook.xml'), 'The gzip file does not contain text.'],
  ])('is refused if compressed and %s', async (_, content, reason) => {
    await expect(rowsOf(content)).rejects.toThrow(reason);
  });

  it('is refused if it unpacks to far more than its size', async () => {
    const lines = Buffer.alloc(10 * 1024 ** 2, `${' '.repeat(65_535)}\n`);
    lines.write(TABLE);
    expect((await rowsOf(gzipSync(lines))).rows).toHaveLength(2);
    const larger = gzipSync(Buffer.concat([lines, Buffer.from('\n')]));
    await expect(rowsOf(larger)).rejects.toThrow('It unpacks to more than 10485760 bytes');
  });

  it.each([
    ['\n\n', 'It is empty.'],
    ['\x7fELF\0\0\0\x01\x02\0', 'It is not a text file'],
    ['PK\x03\x04\0\0\0\x01\x02\0', 'The Excel workbook or ZIP archive is damaged'],
    ['PK\x03\x04\x14\0[Content_Types].xml', 'damaged or truncated'],
    ['\xd0\xcf\x11\xe0\xa1\xb1', 'It is an old Excel workbook (.xls), or one with a password.'],
    ['PAR1\x15\x04', 'The Parquet file is damaged'],
    ['SQLite format 3\0', 'The GeoPackage is damaged'],
    ['%PDF-1.7', 'It is a PDF.'],
    ['BZh91AY', 'It is compressed or packed.'],
    [`${'x'.repeat(257)}ustar`, 'It is compressed or packed.'],
    ['\0\0\x27\x0a\0\0', 'It is a part of a shapefile.'],
    ['\x03\x7d\x0b\x17', 'It is a dBase table'],
    ['fgb\x03fgb', 'It is FlatGeobuf.'],
    ['ARROW1\0\0', 'It is an Arrow or Feather file.'],
    ['\0\x01\0\0Standard Jet DB\0', 'It is an Access database.'],
    ['{\\rtf1', 'It is a document (RTF).'],
    ['\xff\xfe\0\0n\0\0\0', 'It is in UTF-32'],
    ['\n<!DOCTYPE html><html>', 'It is a web page'],
    ['<?xml version="1.0"?><kml>', 'It is XML'],
    ['<?xml version="1.0"?>\n<osm version="0.6">', 'It is an OpenStreetMap file'],
    ['\0\0\0\x0e\n\tOSMHeader\x18\x7f', 'It is an OpenStreetMap file'],
  ])('is refused with instructions: %j', async (content, reason) => {
    await expect(rowsOf(Buffer.from(content, 'latin1'))).rejects.toThrow(reason);
  });

  it.each([
    ['Windows-1252', Buffer.from('name,city\nCaf\u00e9 Loon,Ely\n', 'latin1')],
    ['Windows-1252', Buffer.from('\xef\xbb\xbf[{"name":"Caf\xe9 Loon","city":"Ely"}]', 'latin1')],
    ['UTF-16LE', Buffer.from('\ufeffname\tcity\nCaf\u00e9 Loon\tEly\n', 'utf16le')],
    ['UTF-8', Buffer.from('\ufeffname|city\r\nCaf\u00e9 Loon|Ely\r\n')],
  ])('may be in %s', async (encoding, content) => {
    const { rows, encoding: found } = await rowsOf(content);
    expect([found, rows]).toMatchObject([
      encoding,
      [{ record: { name: 'Caf\u00e9 Loon', city: 'Ely' } }],
    ]);
  });

  it.each([
    [{ crs: { type: 'name', properties: { name: 'EPSG:99999' } } }, 'unknown reference system'],
    [{ features: null }, 'not a complete GeoJSON'],
    [{ crs: JSON.parse('['.repeat(65) + ']'.repeat(65)) as unknown }, 'nested more than 64 deep'],
  ])('is refused if its collection has %j', async (members, reason) => {
    const geometry = { type: 'Point', coordinates: [500_000, 5_000_000] };
    const features = [{ type: 'Feature', geometry, properties: { name: 'Metre Lodge' } }];
    const collection = { type: 'FeatureCollection', features, ...members };
    await expect(rowsOf(JSON.stringify(collection))).rejects.toThrow(reason);
  });

  it('must have every mapped column in its header', async () => {
    const mapping = { name: ['firm'], city: ['Ort', 'Town'] };
    await expect(rowsOf('Firm;Ort;name\nMapped Firm;Ely;\n', { mapping })).rejects.toThrow(
      'no column "Town", which the mapping or id column names. The first line has: Firm',
    );
  });

  it('must have every mapped field in its first records', async () => {
    const options = { mapping: { name: ['Facility'], phone: ['Tel'] } };
    const records = (count: number) =>
      '{"Facility":"Loon Cafe"}\n'.repeat(count) + '{"Facility":"Birch Books","Tel":"1"}\n';
    expect((await rowsOf(records(999), options)).rows[999]).toMatchObject({
      record: { name: 'Birch Books', phone: '1' },
    });
    const refused =
      'None of the first records has the field "Tel", which the mapping or id column names.';
    await expect(rowsOf('{"Facility":"Loon Cafe"}\n'.repeat(9), options)).rejects.toThrow(refused);
    await expect(rowsOf('[{"Facility":"Loon Cafe"}]', options)).rejects.toThrow(refused);
  });

  it('reports the columns that no field uses, also of records', async () => {
    const record = '{"name":"Loon Cafe","fax":{"home":"1"},"id":2}';
    const feature = `{"type":"Feature","geometry":null,"properties":${record}}`;
    for (const text of [
      'name,id,fax home\nLoon Cafe,2,1\n',
      `${record}\n{"name":"Birch Books","owner":"Ada"}\n`,
      `{"type":"FeatureCollection","features":[${feature}]}`,
    ]) {
      const { columns } = await rowsOf(text);
      expect([...columns.used.keys()]).toEqual(['id', 'name']);
      expect(columns.ignored[0]).toMatch(/^fax ?home$/);
    }
  });

  it('may contain the corrected rejects of another file', async () => {
    const objects = [
      ['record', '{"name":"Loon, Cafe","city":"Ely"}'],
      [
        'feature',
        '{"type":"Feature","properties":{"name":"Loon, Cafe","city":"Ely"},"geometry":null}',
      ],
    ] as const;
    for (const [column, object] of objects) {
      const cell = `"${object.replaceAll('"', '""')}"`;
      const { rows, columns } = await rowsOf(
        `line,reason,${column}\n7,It has no name.,${cell}\n8,Why,{}{\n`,
      );
      expect(rows).toMatchObject([
        { line: 2, cells: [object], record: { name: 'Loon, Cafe', city: 'Ely' } },
        { line: 3, problem: 'It is not a JSON object.' },
      ]);
      expect([[...columns.used.keys()], columns.ignored]).toEqual([['name', 'city'], []]);
    }
  });
});
