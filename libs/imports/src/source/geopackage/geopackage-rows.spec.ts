import { readdir } from 'node:fs/promises';
import sqlite, { type SQLiteValue } from 'node-sqlite3-wasm';
import { useFolder } from '../../../../../test/support/use-folder.ts';
import { openSource, type SourceOptions } from '../open-source.js';
import { GeopackageRows } from './geopackage-rows.js';

/** A GeoPackage point geometry with a bounding box. */
function blob(x: number, y: number, type = 1): Buffer {
  const bytes = Buffer.alloc(8 + 32 + 21);
  bytes.write('GP', 'latin1');
  bytes[3] = 0b011;
  bytes[40] = 1;
  bytes.writeUInt32LE(type, 41);
  bytes.writeDoubleLE(x, 45);
  bytes.writeDoubleLE(y, 53);
  return bytes;
}

/** The same point as the only one of a MULTIPOINT. */
function onlyPointOfSeveral(x: number, y: number): Buffer {
  const point = blob(x, y);
  const head = Buffer.alloc(9);
  head[0] = 1;
  head.writeUInt32LE(4, 1);
  head.writeUInt32LE(1, 5);
  return Buffer.concat([point.subarray(0, 40), head, point.subarray(40)]);
}

const SCHEMA = `
  CREATE TABLE gpkg_spatial_ref_sys (srs_name, srs_id INTEGER PRIMARY KEY, organization, organization_coordsys_id, definition);
  CREATE TABLE gpkg_contents (table_name TEXT PRIMARY KEY, data_type, srs_id);
  CREATE TABLE gpkg_geometry_columns (table_name, column_name, geometry_type_name, srs_id);
  INSERT INTO gpkg_spatial_ref_sys VALUES ('WGS 84', 4326, 'EPSG', 4326, ''), ('UTM', 26915, 'EPSG', 26915, ''),
    ('Undefined', -1, 'NONE', -1, 'undefined');`;

describe(GeopackageRows.name, () => {
  const inFolder = useFolder();
  let files = 0;

  const geopackage = (
    layers: Record<string, { srs: number; rows: SQLiteValue[][] }>,
    more = '',
  ) => {
    const path = inFolder(`${++files}.gpkg`);
    const database = new sqlite.Database(path);
    database.exec(SCHEMA);
    for (const [name, { srs, rows }] of Object.entries(layers)) {
      database.exec(
        `CREATE TABLE "${name.replaceAll('"', '""')}" (fid INTEGER PRIMARY KEY, geom BLOB, name TEXT, zip INTEGER)`,
      );
      database.run(`INSERT INTO gpkg_contents VALUES (?, 'features', ?)`, [name, srs]);
      database.run(`INSERT INTO gpkg_geometry_columns VALUES (?, 'geom', 'POINT', ?)`, [name, srs]);
      for (const row of rows)
        database.run(`INSERT INTO "${name.replaceAll('"', '""')}" VALUES (?, ?, ?, ?)`, row);
    }
    database.exec(more);
    database.close();
    return path;
  };
  const read = async (path: string, options?: SourceOptions) => {
    const source = await openSource(path, options);
    const rows = [];
    for await (const row of source.rows()) rows.push(row);
    expect(source.bytesRead()).toBe(source.size);
    return rows;
  };

  it('reads the points of the first layer in degrees, and leaves no files behind', async () => {
    const path = geopackage({
      'cafés "north"': {
        srs: 4326,
        rows: [
          [1, blob(-91.86, 47.9), 'Loon Cafe', 55731],
          [2, blob(0, 0, 3), 'Pine', null],
          [3, onlyPointOfSeveral(-92.1, 46.8), 'Fir', null],
        ],
      },
      other: { srs: 4326, rows: [[1, null, 'Birch Books', 55802]] },
    });
    expect(await read(path)).toMatchObject([
      {
        line: 1,
        record: { name: 'Loon Cafe', postalCode: '55731', latitude: '47.9', longitude: '-91.86' },
      },
      { line: 2, record: { name: 'Pine' }, notes: ['geometryIsNoPoint'] },
      { line: 3, record: { name: 'Fir', latitude: '46.8', longitude: '-92.1' } },
    ]);
    expect(await read(path, { sheet: 'Other' })).toMatchObject([
      { record: { name: 'Birch Books' } },
    ]);
    await expect(read(path, { sheet: 'roads' })).rejects.toThrow(
      'It has no layer "roads". Its layers are: cafés "north", other.',
    );
    expect((await readdir(inFolder())).filter((name) => !name.endsWith('.gpkg'))).toEqual([]);
  });

  it('converts projected points, and refuses an unknown reference system', async () => {
    const rows = [[1, blob(500_000, 4_982_950.4), 'Loon Cafe', 55731]] satisfies SQLiteValue[][];
    const [row] = await read(geopackage({ cafes: { srs: 26915, rows } }));
    expect(Number('record' in row! && row.record.latitude)).toBeCloseTo(45, 6);
    await expect(read(geopackage({ cafes: { srs: -1, rows } }))).rejects.toThrow(
      'an unknown reference system (NONE:-1)',
    );
  });

  it('reads only plain tables, and refuses other SQLite databases', async () => {
    const endless = `CREATE VIEW v AS WITH RECURSIVE n(name) AS (SELECT 1 UNION ALL SELECT name + 1 FROM n) SELECT * FROM n;
      INSERT INTO gpkg_contents VALUES ('v', 'features', 4326);`;
    await expect(read(geopackage({}, endless))).rejects.toThrow('has no layer with features');
    const plain = geopackage({}, 'DROP TABLE gpkg_contents');
    await expect(read(plain)).rejects.toThrow('It is a SQLite database but not a GeoPackage.');
  });
});
