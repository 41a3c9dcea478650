import { readFile } from 'node:fs/promises';
import { ImportRefusedError } from '../source/limits.js';
import { type Field, FIELDS } from './fields.js';

/** The columns that a field is read from instead of those that are recognised; none for `null`. */
export type Mapping = Partial<Record<Field, string[]>>;

/**
 * Reads a mapping file: a JSON object from field to the name of a column, to several in order of
 * preference, or to null for none.
 *
 * @throws ImportRefusedError with a sentence where it cannot be used
 */
export async function readMapping(path: string): Promise<Mapping> {
  const refuse = (reason: string) => new ImportRefusedError(`The mapping ${path} ${reason}`);
  let content: unknown;
  try {
    content = JSON.parse(await readFile(path, 'utf8'));
  } catch (error) {
    if (error instanceof SyntaxError) throw refuse('is not JSON.');
    throw refuse('cannot be read.');
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
