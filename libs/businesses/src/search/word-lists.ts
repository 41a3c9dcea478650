import { ABBREVIATIONS } from '../identity/normalized-street.js';

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
  'open tonight',
  'tonight',
  'open tomorrow',
  ...['24 hours', '24 hour', '24 horas', '24 7'].flatMap((time) => [time, `open ${time}`]),
  'this weekend',
  'zip code',
  ...['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'].flatMap(
    (day) => [`open ${day}`, `open on ${day}`],
  ),
  'where to eat',
  'to eat',
  'i need',
  'i want',
  'looking for',
  'where can i',
  'cerca de mi',
  'cerca de aqui',
  'abierto ahora',
  'ii dhow',
  'hadda furan',
  'ze kuv',
  'qhib tam sim no',
].map((phrase) => phrase.split(' '));

/** Telephone area codes of Minnesota (North American Numbering Plan). */
export const AREA_CODES = ['218', '320', '507', '612', '651', '763', '924', '952'] as const;

/** Names of the state, which all businesses are in. */
export const STATE: ReadonlySet<string> = new Set(['mn', 'minn', 'minnesota']);

/** Words that businesses need not match, because they state a location or only connect others. */
export const OPTIONAL: ReadonlySet<string> = new Set([
  ...['near', 'around', 'close', 'within', 'downtown', 'area'],
  ...STATE,
  'usa',
  ...['best', 'good', 'great', 'top', 'cheap'],
  ...['speak', 'speaks', 'speaking', 'sells', 'serves', 'offers', 'takes', 'accepts'],
  ...['de', 'del', 'la', 'las', 'el', 'los', 'en', 'y', 'cerca', 'ku', 'ee', 'hauv'],
  ...['que', 'con', 'habla', 'hablan', 'vende', 'venden', 'acepta', 'aceptan'],
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
