import type { SearchTerms } from './search-terms.js';
import { type Phrase, readSought, type Term, WHOLE } from './sought.js';

/** What a search stands for in the directory. Queries are in PostgreSQL's notation of tsquery. */
export interface UnderstoodSearch {
  /** The text as names are kept, in each of its spellings. */
  names: string[];
  /** The businesses that have all that is sought; null for every business, '' for none. */
  all: string | null;
  /** Better ones, the best first: a business ranks by the first of these that it matches. */
  better: string[];
  /** Those that are found after them where few have all: they have most of it. */
  most: MostOfSearch | null;
  /** The slug of the city in which businesses go before others. */
  city: string | null;
  /** The text as it was read, where that is not as it was typed. */
  corrected: string | null;
}

interface MostOfSearch {
  query: string;
  /** Better ones, the best first, where they are not in the order of `alone`. */
  better: string[];
  /** Where one term is enough: its text, and the search for it alone, which finds them in their order. */
  alone?: { q: string; search: UnderstoodSearch };
}

/** The weights of `business_search_vector` that are looked at; '' for all. */
type Fields = '' | 'A' | 'AB' | 'ABC';
type ToQuery = (term: Term) => string;
type Word = Phrase['words'][number];

/** How many terms, the rarest, are combined when some may be missing. */
const MAX_COMBINED = 6;

/**
 * Makes a search of its words and what the directory has of them. Slips are corrected, words that mean
 * the same are found alike, and ZIP codes, phone numbers, counties and cities are recognised.
 */
export function understandSearch(search: SearchTerms): UnderstoodSearch {
  const { terms, city, corrected } = readSought(search);
  const names = spellingsOfName(search.folded);
  if (terms.length === 0) return { ...nothing(names), all: search.words.length > 0 ? null : '' };
  const known = terms.filter(({ businesses }) => businesses > 0);
  const mayBeMissing =
    (terms.length === 2 ? 1 : Math.floor((terms.length - 1) / 2)) - (terms.length - known.length);
  if (known.length === 0 || mayBeMissing < 0) return nothing(names);
  return { ...searchFor(known, names), most: mostOf(known, mayBeMissing), city, corrected };
}

function nothing(names: string[]): UnderstoodSearch {
  return { names, all: '', better: [], most: null, city: null, corrected: null };
}

function searchFor(terms: readonly Term[], names: string[]): UnderstoodSearch {
  const better = [
    literal('A'),
    literal('AB'),
    any('AB'),
    literal('ABC'),
    any('ABC'),
    open('A'),
    open('ABC'),
  ];
  return {
    ...nothing(names),
    all: every(terms, found),
    better: distinct(better.map((toQuery) => every(terms, toQuery))),
  };
}

/** "St Paul" and "Saint Paul" are the same name. */
function spellingsOfName(folded: string): string[] {
  return distinct([folded, folded.replace(/\bsaint\b/g, 'st'), folded.replace(/\bst\b/g, 'saint')]);
}

/** All but so many of the terms: rather what than where, and the rare ones than those that many have. */
function mostOf(terms: readonly Term[], mayBeMissing: number): UnderstoodSearch['most'] {
  if (mayBeMissing === 0) return null;
  const rarest = [...terms]
    .sort(
      (one, other) =>
        Number(one.isPlace) - Number(other.isPlace) || one.businesses - other.businesses,
    )
    .slice(0, MAX_COMBINED);
  if (rarest.length === 2) {
    const { text: q } = rarest[0]!;
    const search = searchFor([rarest[0]!], spellingsOfName(q));
    return { query: search.all!, better: [], alone: { q, search } };
  }
  const count = rarest.length - mayBeMissing;
  const best = rarest.slice(0, count);
  return {
    query: either(combinations(rarest, count).map((some) => every(some, found))),
    better: [every(best, any('ABC')), every(best, open(''))],
  };
}

/** Each choice of so many of the items, in their order. */
function combinations<T>(items: readonly T[], count: number): T[][] {
  if (count === 0) return [[]];
  return items.flatMap((item, i) =>
    combinations(items.slice(i + 1), count - 1).map((others) => [item, ...others]),
  );
}

function literal(fields: Fields): ToQuery {
  return (term) => anyPhrase(term.literal, (word) => whole(word, fields));
}

function any(fields: Fields): ToQuery {
  return (term) => anyPhrase([...term.literal, ...term.synonyms], (word) => whole(word, fields));
}

/** What the index is asked for: it finds some words many times as fast as all that begin with one. */
const found: ToQuery = (term) =>
  anyPhrase([...term.literal, ...term.synonyms], (word, { longer = [] }) =>
    longer === null
      ? beginning(word, '')
      : [whole(word, ''), ...longer.map((each) => lexeme(each, ''))].join(' | '),
  );

function open(fields: Fields): ToQuery {
  return (term) =>
    anyPhrase([...term.literal, ...term.synonyms], (word, { longer = [] }) =>
      longer?.length === 0 ? whole(word, fields) : beginning(word, fields),
    );
}

function beginning({ word, stem }: Word, fields: Fields): string {
  const begins = lexeme(word, `*${fields}`);
  return stem === null || stem.startsWith(word) ? begins : `${lexeme(stem, fields)} | ${begins}`;
}

function anyPhrase(phrases: readonly Phrase[], toQuery: (word: Word, phrase: Phrase) => string) {
  return either(
    phrases.map((phrase) => {
      // "Of" is in too many businesses to be looked for beside other words.
      const telling = phrase.words.filter(({ stem }) => stem !== null);
      const words = telling.length > 0 ? telling : phrase.words;
      return words.map((word) => `(${toQuery(word, phrase)})`).join(' & ');
    }),
  );
}

function whole({ word, stem }: Word, fields: Fields): string {
  const isStemmed = stem !== null && stem !== word;
  return isStemmed ? `${lexeme(word, fields)} | ${lexeme(stem, fields)}` : lexeme(word, fields);
}

/** What is found as a whole only has no weight. */
function lexeme(word: string, suffix: string): string {
  const quoted = `'${word.replace(/['\\]/g, '$&$&')}'`;
  return suffix === '' || word.startsWith(WHOLE) ? quoted : `${quoted}:${suffix}`;
}

function every(terms: readonly Term[], toQuery: ToQuery): string {
  return terms.map((term) => `(${toQuery(term)})`).join(' & ');
}

function either(queries: readonly string[]): string {
  return distinct(queries)
    .map((query) => `(${query})`)
    .join(' | ');
}

function distinct(texts: readonly string[]): string[] {
  return [...new Set(texts)];
}
