import { isObject, type JsonObject } from '#libs/text/src/json.js';

const MAX_DEPTH = 3;

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
      if (depth < MAX_DEPTH) {
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
