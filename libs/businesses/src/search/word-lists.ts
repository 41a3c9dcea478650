import { ABBREVIATIONS } from '../identity/normalised-street.js';

/** Phrases of a search that the words of a business cannot answer; they are left out. */
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

/** All businesses are in it. */
export const STATE: ReadonlySet<string> = new Set(['mn', 'minn', 'minnesota']);

/** Words that need not be found, since they say where something is, or only join others. */
export const OPTIONAL: ReadonlySet<string> = new Set([
  ...['near', 'around', 'close', 'within', 'downtown', 'area'],
  ...STATE,
  'usa',
  ...['best', 'good', 'great', 'top', 'cheap'],
  ...['de', 'del', 'la', 'las', 'el', 'los', 'en', 'y', 'cerca', 'ku', 'ee', 'hauv'],
]);

/** Each word that streets and names are also spelled with: "ave" and "avenue", "n" and "north". */
export const SPELLINGS: ReadonlyMap<string, readonly string[]> = spellings();

function spellings(): Map<string, string[]> {
  const found = new Map<string, string[]>();
  const add = (word: string, other: string) => found.set(word, [...(found.get(word) ?? []), other]);
  for (const [word, abbreviation] of Object.entries(ABBREVIATIONS)) {
    // "Saint" and "Street" are told apart by where they stand; "no" and "so" are words of their own.
    if (['saint', 'street', 'no', 'so'].includes(word)) continue;
    add(word, abbreviation);
    add(abbreviation, word);
  }
  return found;
}
