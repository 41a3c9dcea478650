import { isObject, parseJson } from '#libs/text/src/json.js';
import type { ColumnMapper } from '../../columns/column-map.js';
import { MAX_COLUMNS, MAX_DEPTH, MAX_ROW, TOO_DEEP, TOO_LONG, TOO_MANY_FIELDS } from '../limits.js';
import type { Projection } from '../projection.js';
import type { SourceRow } from '../source-row.js';
import { flatten } from './flatten.js';
import { withoutOverture } from './overture.js';
import { pointOf } from './point-of.js';

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
