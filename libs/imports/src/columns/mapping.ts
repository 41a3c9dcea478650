import { readFile } from 'node:fs/promises';
import { ImportRefusedError } from '../source/limits.js';
import { type Field, FIELDS } from './fields.js';

/** The columns that a field is read from instead of those that are recognised; none for `null`. */
export type Mapping = Partial<Record<Field, string[]>>;

/**
 * Reads a mapping file; see `parseMapping`.
 *
 * @throws ImportRefusedError with a sentence where it cannot be used
 */
export async function readMapping(path: string): Promise<Mapping> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch {
    throw new ImportRefusedError(`The mapping ${path} cannot be read.`);
  }
  return parseMapping(text, `The mapping ${path}`);
}

/**
 * Reads a mapping: a JSON object from field to the name of a column, to several in order of
 * preference, or to null for none.
 *
 * @param what it is called in sentences
 * @throws ImportRefusedError with a sentence where it cannot be used
 */
export function parseMapping(text: string, what: string): Mapping {
  const refuse = (reason: string) => new ImportRefusedError(`${what} ${reason}`);
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch {
    throw refuse('is not JSON.');
  }
  if (typeof content !== 'object' || content === null || Array.isArray(content)) {
    throw refuse('must be an object such as {"name": "Facility", "postalCode": "ZIP_CD"}.');
  }
  const mapping: Mapping = {};
  for (const [field, columns] of Object.entries(content)) {
    if (!FIELDS.includes(field as Field)) {
      throw refuse(`names a field "${field}"; there are: ${FIELDS.join(', ')}.`);
    }
    const list: unknown[] = columns === null ? [] : [columns].flat();
    if (!list.every((column) => typeof column === 'string')) {
      throw refuse(`must give "${field}" a column's name, a list of names, or null.`);
    }
    mapping[field as Field] = list;
  }
  return mapping;
}
