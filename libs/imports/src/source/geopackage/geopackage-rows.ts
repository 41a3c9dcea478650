import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import sqlite, { type Database } from 'node-sqlite3-wasm';
import type { ColumnMapper } from '../../columns/column-map.js';
import { chosenFirst } from '../chosen-first.js';
import { asJson, objectRow } from '../json/object-row.js';
import { ImportRefusedError, MAX_COLUMNS } from '../limits.js';
import { type Projection, projectionOf } from '../projection.js';
import type { RowSource, SourceRow } from '../source-row.js';
import { geometryOfBlob } from './point-of-blob.js';

interface Layer {
  /** Names of all layers. The first is read. */
  names: readonly [string, ...string[]];
  /** Geometry column and its reference system. */
  geometry?: { column: string; srs: string; definition?: string };
  rows: number;
}

/**
 * Reads the rows of a GeoPackage layer (OGC 12-128): the named layer or the first. The database is
 * read page by page from disk. Only plain tables are read, so no SQL from the file is executed.
 */
export class GeopackageRows implements RowSource {
  readonly format = 'GeoPackage';
  readonly encoding = null;
  readonly header = ['record'];
  private done = 0;

  private constructor(
    private readonly file: OpenFile,
    private readonly layer: Layer,
    private readonly mapper: ColumnMapper,
    private readonly project: Projection | undefined,
  ) {}

  /** @throws ImportRefusedError if the layer is missing or its reference system is unknown */
  static open(path: string, mapper: ColumnMapper, layerName?: string): GeopackageRows {
    const file = openFile(path);
    try {
      const layer = soundly(() => chooseLayer(file.database, layerName));
      const { srs, definition } = layer.geometry ?? {};
      const project = srs === undefined ? undefined : projectionOf(srs, definition);
      return new GeopackageRows(file, layer, mapper, project);
    } catch (error) {
      file.close();
      throw error;
    }
  }

  get sheets(): readonly string[] {
    return this.layer.names;
  }

  get progress(): number {
    return this.layer.rows === 0 ? 1 : Math.min(1, this.done / this.layer.rows);
  }

  async *rows(): AsyncGenerator<SourceRow> {
    const { names, geometry } = this.layer;
    try {
      const statement = this.file.database.prepare(`SELECT * FROM ${quoted(names[0])}`);
      const records = statement.iterate() as Iterator<Record<string, unknown>, void>;
      for (;;) {
        const next = soundly(() => records.next());
        if (next.done) break;
        const { [geometry?.column ?? '']: blob, ...values } = next.value;
        const text = JSON.stringify({ ...values, geometry: geometryOfBlob(blob) }, asJson);
        yield objectRow(++this.done, text, this.mapper, this.project);
      }
      statement.finalize();
      this.done = this.layer.rows;
    } finally {
      this.file.close();
    }
  }
}

function chooseLayer(database: Database, name: string | undefined): Layer {
  const tables = rowsOf(
    database,
    `SELECT c.table_name, g.column_name, g.srs_id, s.organization, s.organization_coordsys_id,
       substr(s.definition, 1, 20000) AS definition, count(i.name) AS columns
     FROM gpkg_contents c
     JOIN sqlite_master m ON m.name = c.table_name AND m.type = 'table' AND m.sql LIKE 'CREATE TABLE%'
     JOIN pragma_table_info(c.table_name) i
     LEFT JOIN gpkg_geometry_columns g ON g.table_name = c.table_name
     LEFT JOIN gpkg_spatial_ref_sys s ON s.srs_id = g.srs_id
     WHERE c.data_type IN ('features', 'attributes')
     GROUP BY c.table_name ORDER BY c.data_type DESC, c.rowid LIMIT 100`,
  );
  if (tables.length === 0) {
    throw new ImportRefusedError('The GeoPackage has no layer with features.');
  }
  const layers = tables.map((each) => ({ each, name: String(each.table_name) }));
  const [{ each: found, name: table }, ...others] = chosenFirst(layers, name, 'layer');
  if (Number(found.columns) > MAX_COLUMNS) {
    throw new ImportRefusedError(`It has more than ${MAX_COLUMNS} columns.`);
  }
  const [{ count } = { count: 0 }] = rowsOf(
    database,
    `SELECT count(*) AS count FROM ${quoted(table)}`,
  );
  const names = [table, ...others.map((other) => other.name)] as const;
  return { names, rows: Number(count), geometry: geometryOf(found) };
}

function geometryOf(found: Described): Layer['geometry'] {
  const { column_name: column, srs_id: id, definition } = found;
  // 0 means undefined longitude and latitude, and -1 undefined meters.
  if (typeof column !== 'string') return undefined;
  if (Number(id) === 0) return { column, srs: 'EPSG:4326' };
  const srs = `${String(found.organization)}:${String(found.organization_coordsys_id)}`;
  return { column, srs, ...(typeof definition === 'string' && { definition }) };
}

/** Metadata row of a GeoPackage. */
type Described = Record<string, string | number | null>;

function rowsOf(database: Database, sql: string): Described[] {
  return database.all(sql) as Described[];
}

interface OpenFile {
  database: Database;
  close(): void;
}

/**
 * Opens a file through a link in a temporary folder, because SQLite creates lock files next to the
 * file it reads.
 */
function openFile(path: string): OpenFile {
  const folder = mkdtempSync(join(tmpdir(), 'mnbd-geopackage-'));
  const close = () => rmSync(folder, { recursive: true, force: true });
  try {
    const link = join(folder, 'file');
    symlinkSync(resolve(path), link);
    const database = soundly(
      () => new sqlite.Database(link, { readOnly: true, fileMustExist: true }),
    );
    database.exec('PRAGMA trusted_schema = OFF');
    return {
      database,
      close: () => {
        if (database.isOpen) database.close();
        close();
      },
    };
  } catch (error) {
    close();
    throw error;
  }
}

/** Replaces SQLite's technical errors with a sentence for the user. */
function soundly<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof sqlite.SQLite3Error)) throw error;
    throw new ImportRefusedError(/no such table/.test(error.message) ? NO_GEOPACKAGE : DAMAGED);
  }
}

function quoted(identifier: string): string {
  return `"${identifier.replaceAll('"', '""')}"`;
}

const NO_GEOPACKAGE =
  'It is a SQLite database but not a GeoPackage. Save the table with the businesses as CSV, and import that.';
const DAMAGED =
  'The GeoPackage is damaged or open in another program. Close that program, or save the ' +
  'layer as GeoJSON in WGS 84, for example with ogr2ogr.';
