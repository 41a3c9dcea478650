import {
  type Identifier,
  identifierIn,
  type IdentifierScheme,
  MAX_IDENTIFIERS,
} from '#libs/businesses/src/record/identifiers.js';
import { jsonList, textOf } from './text.js';

/** Reads `osm:node/123; wikidata:Q42`, or the JSON list of the API. Null if any is unreadable. */
export function cleanIdentifiers(text: string): Identifier[] | null {
  const texts = text.startsWith('[')
    ? jsonList(text)?.map((item) => `${textOf(item?.scheme)}:${textOf(item?.value)}`)
    : text.split(';');
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
