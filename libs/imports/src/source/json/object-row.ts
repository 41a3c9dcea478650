import type { ColumnMapper } from '../../columns/column-mapper.js';
import type { SourceRow } from '../source-row.js';
import { flatten, isObject } from './flatten.js';
import { pointOf } from './point-of.js';

/** The row that a JSON object is: a record of its own form, or a GeoJSON feature (RFC 7946). */
export function objectRow(line: number, text: string, mapper: ColumnMapper): SourceRow {
  const cells = [text];
  const object = parse(text);
  if (!isObject(object)) return { line, cells, problem: 'It is not a JSON object.' };
  const isFeature = object.type === 'Feature';
  const properties = isFeature ? object.properties : object;
  const values = flatten(isObject(properties) ? properties : {});
  const record = mapper.for([...values.keys()]).read([...values.values()]);
  if (!isFeature) return { line, cells, record };
  const point = pointOf(object.geometry);
  if ('problem' in point) return { line, cells, problem: point.problem };
  return { line, cells, record: { ...record, ...point.coordinates }, notes: point.notes };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
