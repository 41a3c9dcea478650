import { readFile } from 'node:fs/promises';
import { isObject, parseJson } from '#libs/text/src/json.js';
import { ImportRefusedError } from '../source/limits.js';
import { type Field, FIELDS } from './fields.js';

/**
 * Source of a field in place of the recognized columns: columns in order of preference, empty for
 * none; columns whose values are replaced; or one value for all rows.
 */
export type FieldMapping =
  string[] | { columns: string[]; values: Record<string, string> } | { value: string };

export type Mapping = Partial<Record<Field, FieldMapping>>;

/** Maximum number of columns and of replaced values of a field, and their length in characters. */
export const MAX_COLUMNS = 20;
export const MAX_VALUES = 200;
export const MAX_LENGTH = 100;

/** Returns the columns to read for a field; empty if it has one value for all rows. */
export function mappedColumns(mapping: FieldMapping): readonly string[] {
  if (Array.isArray(mapping)) return mapping;
  return 'columns' in mapping ? mapping.columns : [];
}

/**
 * Reads a mapping file; see `parseMapping`.
 *
 * @throws ImportRefusedError if the file is unusable
 */
export async function readMapping(path: string): Promise<Mapping> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch {
    throw new ImportRefusedError(`Could not read the mapping ${path}.`);
  }
  return parseMapping(text, (reason) => new ImportRefusedError(`The mapping ${path} ${reason}`));
}

/**
 * Parses a mapping: a JSON object from field to a column name, a list of names in order of
 * preference, null for none, `{"value": …}` for all rows, or `{"columns": …, "values": {…}}` to
 * replace values.
 *
 * @param refuse creates the error for an unusable mapping from a reason such as "is not valid JSON."
 */
export function parseMapping(text: string, refuse: (reason: string) => Error): Mapping {
  const content = parseJson(text);
  if (content === undefined) throw refuse('is not valid JSON.');
  if (!isObject(content)) {
    throw refuse('must be an object such as {"name": "Facility", "postalCode": "ZIP_CD"}.');
  }
  const mapping: Mapping = {};
  for (const [field, given] of Object.entries(content)) {
    if (!FIELDS.includes(field as Field)) {
      throw refuse(`has an unknown field "${field}". Fields are: ${FIELDS.join(', ')}.`);
    }
    const read = fieldMapping(given);
    if (!read) {
      throw refuse(
        `must map "${field}" to a column name, a list of up to ${MAX_COLUMNS} names, null, ` +
          '{"value": "…"} for all rows, or {"columns": "…", "values": {"old": "new"}}. ' +
          `Each text has at most ${MAX_LENGTH} characters.`,
      );
    }
    mapping[field as Field] = read;
  }
  return mapping;
}

function fieldMapping(given: unknown): FieldMapping | undefined {
  if (!isObject(given)) return columnNames(given);
  const keys = Object.keys(given).sort().join();
  if (keys === 'value') return isText(given.value) ? { value: given.value } : undefined;
  if (keys !== 'columns,values' || !isObject(given.values)) return undefined;
  const values = Object.entries(given.values);
  const columns = columnNames(given.columns);
  const isValid = values.length <= MAX_VALUES && values.flat().every(isText);
  return columns && isValid
    ? { columns, values: given.values as Record<string, string> }
    : undefined;
}

function columnNames(given: unknown): string[] | undefined {
  const names: unknown[] = given === null ? [] : [given].flat();
  return names.length <= MAX_COLUMNS && names.every(isText) ? names : undefined;
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value.length <= MAX_LENGTH;
}
