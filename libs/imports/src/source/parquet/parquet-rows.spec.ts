import { type ColumnSource, parquetWriteBuffer } from 'hyparquet-writer';
import { readSource } from '../../../../../test/support/read-source.ts';
import { useFolder } from '../../../../../test/support/use-folder.ts';
import { ParquetRows } from './parquet-rows.js';

/** A point as WKB, little-endian. */
function wkb(x: number, y: number): Uint8Array {
  const bytes = Buffer.alloc(21);
  bytes.writeUInt8(1, 0);
  bytes.writeUInt32LE(1, 1);
  bytes.writeDoubleLE(x, 5);
  bytes.writeDoubleLE(y, 13);
  return bytes;
}

const geo = (crs?: object | null) => [
  {
    key: 'geo',
    value: JSON.stringify({
      version: '1.1.0',
      primary_column: 'geometry',
      columns: {
        geometry: { encoding: 'WKB', geometry_types: ['Point'], ...(crs !== undefined && { crs }) },
      },
    }),
  },
];

describe(ParquetRows.name, () => {
  const inFolder = useFolder();

  const read = async (content: Buffer) => (await readSource(inFolder('file'), content)).rows;
  const parquet = (columnData: ColumnSource[], kvMetadata?: { key: string; value: string }[]) =>
    Buffer.from(parquetWriteBuffer({ columnData, kvMetadata }));

  it('reads Overture Maps places with their points', async () => {
    const file = parquet(
      [
        { name: 'id', data: ['08f2a'], type: 'STRING' },
        { name: 'geometry', data: [wkb(-91.86, 47.9)], type: 'BYTE_ARRAY' },
        { name: 'names', data: [{ primary: 'Loon Cafe', common: null }], type: 'JSON' },
        { name: 'phones', data: [['+12185550101']], type: 'JSON' },
        { name: 'confidence', data: [0.98], type: 'DOUBLE' },
        { name: 'version', data: [3n], type: 'INT64' },
      ],
      geo(),
    );
    expect(await read(file)).toMatchObject([
      {
        line: 1,
        record: {
          name: 'Loon Cafe',
          phone: '+12185550101',
          latitude: '47.9',
          longitude: '-91.86',
        },
      },
    ]);
  });

  it('reads more rows than fit in memory at once, from several groups', async () => {
    const names = Array.from({ length: 4_500 }, (_, index) => `Loon ${index}`);
    const columnData: ColumnSource[] = [{ name: 'name', data: names, type: 'STRING' }];
    const rows = await read(Buffer.from(parquetWriteBuffer({ columnData, rowGroupSize: 1_500 })));
    expect(rows.map((row) => 'record' in row && row.record.name)).toEqual(names);
  });

  it('converts projected points, and refuses an unknown reference system', async () => {
    const columns = [
      { name: 'name', data: ['Loon'], type: 'STRING' },
      { name: 'geometry', data: [wkb(500_000, 4_982_950.4)], type: 'BYTE_ARRAY' },
    ] satisfies ColumnSource[];
    const crs = { type: 'ProjectedCRS', id: { authority: 'EPSG', code: 26915 } };
    const [row] = await read(parquet(columns, geo(crs)));
    expect(Number('record' in row! && row.record.latitude)).toBeCloseTo(45, 6);
    expect(Number('record' in row! && row.record.longitude)).toBeCloseTo(-93, 6);
    for (const unknown of [null, { id: { authority: 'EPSG', code: 99999 } }]) {
      await expect(read(parquet(columns, geo(unknown)))).rejects.toThrow(
        'unknown reference system',
      );
    }
    await expect(read(parquet(columns, geo()))).rejects.toThrow(
      'State its reference system in the file',
    );
  });

  it('refuses a damaged file or one without names', async () => {
    const file = parquet([{ name: 'name', data: ['Loon'], type: 'STRING' }]);
    for (const damaged of [
      file.subarray(0, -9),
      Buffer.concat([file.subarray(0, 8), Buffer.alloc(20, 0x55), file.subarray(28)]),
      Buffer.concat([Buffer.from('PAR1'), Buffer.alloc(100, 0xff), Buffer.from('PAR1')]),
    ]) {
      await expect(read(damaged)).rejects.toThrow('The Parquet file');
    }
    const nameless = parquet([{ name: 'title', data: ['Loon'], type: 'STRING' }]);
    await expect(read(nameless)).rejects.toThrow(
      'No field of the records contains a business name',
    );
  });
});
