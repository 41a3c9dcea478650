import {
  type Identifier,
  identifierIn,
  type IdentifierScheme,
  MAX_IDENTIFIERS,
} from '#libs/businesses/src/record/identifiers.js';
import { textOf } from './hours.js';

/** Reads `osm:node/123; wikidata:Q42`, or the JSON list of the API. Null if any is unreadable. */
export function cleanIdentifiers(text: string): Identifier[] | null {
  const texts = text.startsWith('[') ? fromJson(text) : text.split(';');
  const found = texts?.map((each) => identifierIn(each.trim())) ?? [undefined];
  const identifiers = found.filter((each) => each !== undefined);
  const isReadable = identifiers.length === found.length && found.length <= MAX_IDENTIFIERS;
  return isReadable ? identifiers : null;
}

/** Reads the cell of a column for one scheme. A web address counts by its last part. */
export function cleanIdentifier(scheme: IdentifierScheme, text: string): Identifier[] | null {
  const value = scheme === 'wikidata' ? text.replace(/^.*\//, '') : text;
  const found = identifierIn(`${scheme}:${scheme === 'overture' ? value.toLowerCase() : value}`);
  return found ? [found] : null;
}

function fromJson(text: string): string[] | null {
  let list: unknown;
  try {
    list = JSON.parse(text);
  } catch {
    return null;
  }
  if (!Array.isArray(list)) return null;
  const items = list as Partial<Record<keyof Identifier, unknown>>[];
  return items.map((item) => `${textOf(item?.scheme)}:${textOf(item?.value)}`);
}
