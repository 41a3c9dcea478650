import type { ColumnMapper } from '../../columns/column-mapper.js';
import { MAX_COLUMNS, TOO_DEEP, TOO_MANY_FIELDS } from '../limits.js';
import type { SourceRow } from '../source-row.js';
import { flatten, isObject } from './flatten.js';
import { parseJson } from './parse-json.js';
import { pointOf } from './point-of.js';

/** The row that a JSON object is: a record of its own form, or a GeoJSON feature (RFC 7946). */
export function objectRow(line: number, text: string, mapper: ColumnMapper): SourceRow {
  const rejected = (problem: string) => ({ line, cells: [text], problem });
  const parsed = parseJson(text);
  if ('problem' in parsed && parsed.problem === 'tooDeep') return rejected(TOO_DEEP);
  const object = 'value' in parsed ? parsed.value : undefined;
  if (!isObject(object)) return rejected('It is not a JSON object.');
  const isFeature = object.type === 'Feature';
  const properties = isFeature ? object.properties : object;
  const values = flatten(isObject(properties) ? properties : {});
  if (values.size > MAX_COLUMNS) return rejected(TOO_MANY_FIELDS);
  const record = mapper.for([...values.keys()]).read([...values.values()]);
  if (!isFeature) return { line, cells: [text], record };
  const point = pointOf(object.geometry);
  if ('problem' in point) return rejected(point.problem);
  return {
    line,
    cells: [text],
    record: { ...record, ...point.coordinates },
    notes: point.notes,
  };
}
