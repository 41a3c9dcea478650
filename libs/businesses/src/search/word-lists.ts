import { ABBREVIATIONS } from '../identity/normalised-street.js';

/** Phrases of a search that no business data can answer. They are ignored. */
export const ASIDES: readonly (readonly string[])[] = [
  'near me',
  'near by',
  'nearby',
  'close to me',
  'close by',
  'around me',
  'around here',
  'open now',
  'open today',
  'open late',
  'cerca de mi',
  'cerca de aqui',
  'abierto ahora',
  'ii dhow',
  'hadda furan',
  'ze kuv',
  'qhib tam sim no',
].map((phrase) => phrase.split(' '));

/** Names of the state, which all businesses are in. */
export const STATE: ReadonlySet<string> = new Set(['mn', 'minn', 'minnesota']);

/** Words that businesses need not match, because they state a location or only connect others. */
export const OPTIONAL: ReadonlySet<string> = new Set([
  ...['near', 'around', 'close', 'within', 'downtown', 'area'],
  ...STATE,
  'usa',
  ...['best', 'good', 'great', 'top', 'cheap'],
  ...['de', 'del', 'la', 'las', 'el', 'los', 'en', 'y', 'cerca', 'ku', 'ee', 'hauv'],
]);

/**
 * Alternative spellings of words in streets and names, such as "ave" and "avenue", "n" and "north".
 */
export const SPELLINGS: ReadonlyMap<string, readonly string[]> = spellings();

function spellings(): Map<string, string[]> {
  const found = new Map<string, string[]>();
  const add = (word: string, other: string) => found.set(word, [...(found.get(word) ?? []), other]);
  for (const [word, abbreviation] of ABBREVIATIONS) {
    // The position decides between "saint" and "street"; "no" and "so" are words themselves.
    if (['saint', 'street', 'no', 'so'].includes(word)) continue;
    add(word, abbreviation);
    add(abbreviation, word);
  }
  return found;
}
