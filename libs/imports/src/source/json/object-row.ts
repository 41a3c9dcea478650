import { isObject, type JsonObject, parseJson } from '#libs/text/src/json.js';
import type { Note } from '../../cleaning/notes.js';
import type { ColumnMapper } from '../../columns/column-map.js';
import type { RawRecord } from '../../columns/fields.js';
import { MAX_COLUMNS, MAX_DEPTH, MAX_ROW, TOO_DEEP, TOO_LONG, TOO_MANY_FIELDS } from '../limits.js';
import type { Projection } from '../projection.js';
import type { SourceRow } from '../source-row.js';
import { withoutOverture } from './overture.js';

/**
 * Converts a JSON object to a row: a record, a GeoJSON feature (RFC 7946), or an Overture Maps
 * place. An object with a `geometry` uses its point.
 */
export function objectRow(
  line: number,
  text: string,
  mapper: ColumnMapper,
  project?: Projection,
): SourceRow {
  const rejected = (problem: string) => ({ line, cells: [text], problem });
  if (text.length > MAX_ROW) return rejected(TOO_LONG);
  const object = parseJson(text);
  if (!isObject(object)) return rejected('It is not a JSON object.');
  if (isTooDeep(object)) return rejected(TOO_DEEP);
  const isFeature = object.type === 'Feature';
  const { geometry, ...record } = object;
  const properties = isFeature ? object.properties : record;
  const cells = flatten(isObject(properties) ? withoutOverture(properties) : {});
  // Well-known text, as in a table.
  if (typeof geometry === 'string') cells.set('geometry', geometry);
  const values = withOtherTags(cells);
  if (values.size > MAX_COLUMNS) return rejected(TOO_MANY_FIELDS);
  const fields = mapper.for([...values.keys()]).read([...values.values()]);
  const point = pointOf(geometry, project);
  if ('problem' in point) return rejected(point.problem);
  return {
    line,
    cells: [text],
    record: { ...fields, ...point.coordinates },
    notes: point.notes,
  };
}

/** Maximum nesting depth of names that are joined. */
const MAX_JOINED = 3;

/**
 * Flattens a JSON object into cells: nested names are joined ("address" and "street" give
 * "addressstreet"), lists of strings or named objects become `a;b`, other lists, such as opening
 * hours, stay JSON, and null or an empty list becomes a blank cell.
 */
export function flatten(object: JsonObject, prefix = '', depth = 1): Map<string, string> {
  const cells = new Map<string, string>();
  for (const [key, value] of Object.entries(object)) {
    const name = prefix + key;
    if (isObject(value)) {
      if (depth < MAX_JOINED) {
        for (const [inner, text] of flatten(value, name, depth + 1)) cells.set(inner, text);
      }
    } else {
      const text = value === null ? '' : Array.isArray(value) ? listText(value) : scalarText(value);
      if (text !== undefined) cells.set(name, text);
    }
  }
  return cells;
}

function listText(list: unknown[]): string | undefined {
  if (list.length === 0) return '';
  // A name of special hours says nothing without their date.
  const names = list.map((item) => scalarText(isObject(item) && !item.date ? item.name : item));
  return names.every((name) => name !== undefined) ? names.join(';') : JSON.stringify(list);
}

function scalarText(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined;
}

type PointOf =
  { coordinates: Pick<RawRecord, 'latitude' | 'longitude'>; notes?: Note[] } | { problem: string };

export const NOT_DEGREES = 'Its coordinates are not degrees of longitude and latitude (WGS 84).';

/**
 * Returns the point of a GeoJSON geometry in degrees of WGS 84 (RFC 7946, section 4).
 *
 * @param project projection of the source's reference system if it isn't WGS 84
 */
export function pointOf(geometry: unknown, project?: Projection): PointOf {
  if (!isObject(geometry)) return { coordinates: {} };
  const [x, y] = positionOf(geometry) ?? [];
  if (x === undefined) return { coordinates: {}, notes: ['geometryIsNoPoint'] };
  if (typeof x !== 'number' || typeof y !== 'number') {
    return { problem: 'Its point has no coordinates.' };
  }
  const [longitude, latitude] = project ? project([x, y]) : [x, y];
  // Values up to 180 may be swapped; cleaning corrects that as for any row.
  if (!(Math.abs(longitude) <= 180 && Math.abs(latitude) <= 180)) return { problem: NOT_DEGREES };
  return { coordinates: { latitude: String(latitude), longitude: String(longitude) } };
}

/** Returns the position of a point, or of the only point of several; undefined for other shapes. */
function positionOf({ type, coordinates }: Record<string, unknown>): unknown[] | undefined {
  const list = Array.isArray(coordinates) ? (coordinates as unknown[]) : [null];
  if (type === 'Point') return list.length > 0 ? list : [null];
  return type === 'MultiPoint' && list.length === 1 && Array.isArray(list[0])
    ? (list[0] as unknown[])
    : undefined;
}

/** Reports whether the lists and objects of a JSON value are nested too deep for recursion. */
export function isTooDeep(value: unknown, levels = MAX_DEPTH): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((each) => isTooDeep(each, levels - 1));
}

/**
 * Converts values of binary formats that JSON lacks. Drops bytes, which aren't cell values, and cuts
 * off texts that are too long for a row.
 */
export function asJson(_: string, value: unknown): unknown {
  if (typeof value === 'bigint') return Number(value);
  if (typeof value === 'string' && value.length > MAX_ROW) return value.slice(0, MAX_ROW);
  return value instanceof Uint8Array ? undefined : value;
}

/** Column in which ogr2ogr collects OpenStreetMap's less common tags, as `"key"=>"value",…`. */
const COLUMN = 'other_tags';
/** Maximum number of tags read. */
const MAX_TAGS = 500;
const TAG = /"((?:[^"\\]|\\.)*)"=>"((?:[^"\\]|\\.)*)"/g;

export function hasOtherTags(names: readonly string[]): boolean {
  return names.includes(COLUMN);
}

/** Returns cells by name with those of the column `other_tags`, if there is one. */
export function withOtherTags(cells: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  const text = cells.get(COLUMN);
  if (!text) return cells;
  const plain = (quoted = '') => quoted.replace(/\\(.)/g, '$1');
  const tags = [...text.matchAll(TAG)].slice(0, MAX_TAGS);
  return new Map([...tags.map(([, key, value]) => [plain(key), plain(value)] as const), ...cells]);
}
