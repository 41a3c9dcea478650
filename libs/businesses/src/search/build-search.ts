import type { SearchTerms } from './search-terms.js';
import { type Phrase, interpretTerms, type Term, WHOLE } from './interpret-terms.js';

/** Queries that a search runs, in PostgreSQL's tsquery notation. */
export interface SearchQueries {
  /** Spellings of the text, in the form of `name_key`. */
  names: string[];
  /** Query for the businesses that match every term. Null matches every business, '' none. */
  all: string | null;
  /** Narrower queries, best first. A business ranks by the first one it matches. */
  better: string[];
  /** Businesses that match most terms. They follow if few businesses match all of them. */
  most: MostOfSearch | null;
  /** Slug of the city whose businesses come first. */
  city: string | null;
  /** Corrected text, or null if the search is used as typed. */
  corrected: string | null;
}

interface MostOfSearch {
  query: string;
  /** Narrower queries, best first. Empty if `alone` gives the order. */
  better: string[];
  /** Search for the rarer of two terms. Its order is used. */
  alone?: SearchQueries;
  /** Search for the one that names a kind of business. Replaces `alone` if no business has both. */
  subject?: SearchQueries;
}

/** Weights of `business_search_vector` to search; '' searches all of them. */
type Fields = '' | 'A' | 'AB' | 'ABC';
type ToQuery = (term: Term) => string;
type Word = Phrase['words'][number];

/** Maximum number of terms that are combined when some may be missing. The rarest are used. */
const MAX_COMBINED = 6;

/**
 * Interprets a search. Corrects typos, adds synonyms, and recognizes ZIP codes, phone numbers,
 * counties and cities.
 *
 * @param typed words as typed, if the search is a corrected one
 */
export function buildSearch(search: SearchTerms, typed = search.words): SearchQueries {
  const { terms, city, corrected, isCertain } = interpretTerms(search, typed);
  const names = spellingsOfName(search.folded);
  if (terms.length === 0) return { ...nothing(names), all: search.words.length > 0 ? null : '' };
  const known = terms.filter(({ businesses }) => businesses > 0);
  // Without its subject, "dentist near 55401" would list whatever is there.
  if (known.length < terms.length && known.every(({ isPlace }) => isPlace)) return nothing(names);
  return {
    ...searchFor(known, names),
    most: isCertain ? mostOf(known, city) : null,
    city,
    corrected,
  };
}

/**
 * Completes a corrected search with that for the corrected text, which may have synonyms.
 * Businesses with the typed spelling still match.
 */
export function withCorrection(typed: SearchQueries, corrected: SearchQueries): SearchQueries {
  if (!typed.all || !corrected.all) return typed;
  return {
    ...corrected,
    all: either([corrected.all, typed.all]),
    most: typed.most && corrected.most,
    corrected: corrected.corrected ?? typed.corrected,
  };
}

/**
 * Completes a search with that for its translation, which gives the order. Corrections of the typed
 * words are dropped, because they are English.
 */
export function withTranslation(typed: SearchQueries, translated: SearchQueries): SearchQueries {
  if (!translated.all) return typed;
  const asTyped = typed.corrected === null && typed.all;
  return {
    ...translated,
    names: [...typed.names, ...translated.names],
    all: asTyped ? either([translated.all, asTyped]) : translated.all,
  };
}

function nothing(names: string[]): SearchQueries {
  return { names, all: '', better: [], most: null, city: null, corrected: null };
}

function searchFor(terms: readonly Term[], names: string[]): SearchQueries {
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

/** Returns the spellings of a name, such as "St Paul" and "Saint Paul". */
function spellingsOfName(folded: string): string[] {
  return distinct([folded, folded.replace(/\bsaint\b/g, 'st'), folded.replace(/\bst\b/g, 'saint')]);
}

/**
 * Builds a query that allows some terms to be missing. It prefers terms other than places, terms as
 * typed, and rare terms.
 */
function mostOf(terms: readonly Term[], city: string | null): SearchQueries['most'] {
  const mayBeMissing = terms.length === 2 ? 1 : Math.floor((terms.length - 1) / 2);
  if (mayBeMissing === 0) return null;
  const rarest = [...terms]
    .sort(
      (one, other) =>
        Number(one.isPlace) - Number(other.isPlace) ||
        Number(one.isCorrected) - Number(other.isCorrected) ||
        one.businesses - other.businesses,
    )
    .slice(0, MAX_COMBINED);
  if (rarest.length === 2) {
    const only = (term: Term): SearchQueries => ({
      ...searchFor([term], spellingsOfName(term.text)),
      corrected: term.text,
      city,
    });
    const alone = only(rarest[0]!);
    const subject = rarest.find((each) => each.isKind && !each.isPlace && !each.isCorrected);
    return { query: alone.all!, better: [], alone, subject: subject ? only(subject) : alone };
  }
  const count = rarest.length - mayBeMissing;
  const best = rarest.slice(0, count);
  return {
    query: either(combinations(rarest, count).map((some) => every(some, found))),
    better: [every(best, any('ABC')), every(best, open(''))],
  };
}

/** Returns all choices of `count` items, in their order. */
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

/** Query for the index. A list of longer words is much faster than a prefix match. */
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
      // A stop word such as "of" is in too many businesses to be searched for together with other
      // words.
      const stemmed = phrase.words.filter(({ stem }) => stem !== null);
      const words = stemmed.length > 0 ? stemmed : phrase.words;
      return words.map((word) => `(${toQuery(word, phrase)})`).join(' & ');
    }),
  );
}

function whole({ word, stem }: Word, fields: Fields): string {
  const isStemmed = stem !== null && stem !== word;
  return isStemmed ? `${lexeme(word, fields)} | ${lexeme(stem, fields)}` : lexeme(word, fields);
}

/** Quotes a lexeme. Lexemes that match only as a whole have no weight. */
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
