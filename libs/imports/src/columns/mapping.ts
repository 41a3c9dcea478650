import { readFile } from 'node:fs/promises';
import { ImportRefusedError } from '../source/limits.js';
import { type Field, FIELDS } from './fields.js';

/** Columns to read for a field in place of the recognized ones; `null` for none. */
export type Mapping = Partial<Record<Field, string[]>>;

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
  return parseMapping(text, `The mapping ${path}`);
}

/**
 * Parses a mapping: a JSON object from field to a column name, a list of names in order of
 * preference, or null for none.
 *
 * @param what name of the mapping in error messages
 * @throws ImportRefusedError if the mapping is unusable
 */
export function parseMapping(text: string, what: string): Mapping {
  const refuse = (reason: string) => new ImportRefusedError(`${what} ${reason}`);
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch {
    throw refuse('is not valid JSON.');
  }
  if (typeof content !== 'object' || content === null || Array.isArray(content)) {
    throw refuse('must be an object such as {"name": "Facility", "postalCode": "ZIP_CD"}.');
  }
  const mapping: Mapping = {};
  for (const [field, columns] of Object.entries(content)) {
    if (!FIELDS.includes(field as Field)) {
      throw refuse(`has an unknown field "${field}". Fields are: ${FIELDS.join(', ')}.`);
    }
    const list: unknown[] = columns === null ? [] : [columns].flat();
    if (!list.every((column) => typeof column === 'string')) {
      throw refuse(`must map "${field}" to a column name, a list of names, or null.`);
    }
    mapping[field as Field] = list;
  }
  return mapping;
}
