import { countySlug } from '#libs/geography/src/county-named.js';
import { placeSlug } from '#libs/geography/src/place-names.js';
import { postalAreas } from '#libs/geography/src/postal-codes.js';
import type { SearchTerms, TypedWord, Word } from './search-terms.js';
import { AREA_CODES, ASIDES, OPTIONAL, SPELLINGS, STATE } from './word-lists.js';

/** Words that a business must all have. */
export interface Phrase {
  words: readonly Pick<Word, 'word' | 'stem'>[];
  /** Longer words that also match a one-word phrase, or null for any word that begins with it. */
  longer?: readonly string[] | null;
}

/** Search term as it occurs in the directory. */
interface FoundTerm {
  /**
   * Spellings and corrections of the typed words. A business must match one phrase of `literal` or
   * `synonyms`.
   */
  literal: readonly Phrase[];
  /** Phrases of the same meaning. */
  synonyms: readonly Phrase[];
  /** Number of businesses that have the term, or 0 if it is unknown. */
  businesses: number;
  /** True if the term is in the table of synonyms. Most terms there are kinds of businesses. */
  isKind?: boolean;
}

/** Search term with its text and role in the search. */
export interface Term extends FoundTerm {
  /** Text as typed, or as corrected. */
  text: string;
  /** True if the term is a city, county or ZIP code. */
  isPlace: boolean;
  /** True if the visitor typed something else, which may not have been a typo. */
  isCorrected: boolean;
}

/** Interpretation of a search. */
export interface Interpretation {
  terms: Term[];
  /** Slug of the city that the search names, by name or ZIP code, together with something else. */
  city: string | null;
  /** Corrected text, or null if the search is used as typed. */
  corrected: string | null;
  /** False if several words were corrected, which is plausible only if a business has all of them. */
  isCertain: boolean;
}

/** Consecutive words of a search. */
interface Piece {
  length: number;
  /** Term that the words form. Undefined if businesses need not match them. */
  term?: FoundTerm;
  /** Corrected text, if it differs from the typed text. Empty if the directory lacks the word. */
  read?: string;
  /** True if the words are a county, a ZIP code or a city of several words. */
  isPlace?: boolean;
}

/** Factor by which a word one edit away must be more frequent for a known word to count as a typo. */
const HARDLY_ANY = 100;
/** Minimum length of a known word to count as a typo. */
const MIN_LENGTH_OF_KNOWN_SLIP = 6;
const MAX_LENGTH_WHOLE = 3;
/** Maximum length of a word whose first letter is not replaced: "need" is not "seed". */
const MAX_LENGTH_SAME_INITIAL = 5;
/** Maximum number of words in the name of a county. */
const MAX_COUNTY_WORDS = 4;
/** Maximum number of meanings of a phrase that are searched for. */
const MAX_MEANINGS = 40;

/** Prefix of lexemes that match only as a whole; `business_search_vector` adds it. */
export const WHOLE = '=';
const ZIP_CODE = /^5[56]\d{3}$/;
const PHONE_NUMBER = /^\d{10}$/;
const LOCAL_NUMBER = /^\d{7}$/;
const LETTER_OR_DIGIT = /[\p{L}\p{N}]/u;

/**
 * Divides a search into the terms that a business must match.
 *
 * @param typed words as typed, if the search is a corrected one
 */
export function interpretTerms(search: SearchTerms, typed = search.words): Interpretation {
  const { words } = search;
  const pieces = readPieces(
    search,
    (at) => aside(words, at) ?? phrase(search, at) ?? optional(words, at),
  );
  if (pieces.some(({ term }) => term) || words.some(isUnknownOption)) {
    return interpretationOf(search, pieces, typed);
  }
  // Words such as "the" or "where to eat" count only if the search has nothing else.
  const all = readPieces(search, (at) => phrase(search, at) ?? aside(words, at));
  return interpretationOf(search, all, typed);
}

/** @param read returns the piece at an index, or undefined to read a single word */
function readPieces(search: SearchTerms, read: (at: number) => Piece | undefined): Piece[] {
  const pieces: Piece[] = [];
  for (let at = 0; at < search.words.length; at += pieces.at(-1)!.length) {
    pieces.push(read(at) ?? word(search, at));
  }
  return pieces;
}

function interpretationOf(
  search: SearchTerms,
  pieces: readonly Piece[],
  typed: readonly TypedWord[],
): Interpretation {
  const city = longestCity(search);
  const terms: Term[] = [];
  const read: string[] = [];
  // A search for a city and something else, or for a city with the state, is a search in that city.
  let isInCity = search.words.some(({ word }) => STATE.has(word));
  let at = 0;
  for (const piece of pieces) {
    const to = at + piece.length;
    const isCity = city !== undefined && city.from <= at && to <= city.to;
    const text = piece.read ?? textOf(search.words.slice(at, to));
    if (piece.term) {
      const isCorrected = text.split(' ').some((each) => !typed.some(({ word }) => word === each));
      terms.push({ ...piece.term, text, isPlace: isCity || piece.isPlace === true, isCorrected });
      isInCity ||= !isCity;
    }
    read.push(text);
    at = to;
  }
  const changed = pieces.flatMap((piece) => piece.read ?? []);
  return {
    terms,
    city: (isInCity && (city?.slug ?? cityOfPostalCode(search.words))) || null,
    corrected: changed.length > 0 ? read.filter(Boolean).join(' ') : null,
    isCertain: changed.filter(Boolean).length < 2,
  };
}

/** Reports whether no business has an optional word. A search for nothing else lists all of them. */
function isUnknownOption({ word, businesses, longer }: TypedWord): boolean {
  return OPTIONAL.has(word) && businesses === 0 && longer?.length === 0;
}

/** Matches a phrase that no business data can answer, such as "near me". */
function aside(words: readonly TypedWord[], at: number): Piece | undefined {
  const found = ASIDES.find((each) => each.every((word, i) => words[at + i]?.word === word));
  return found && { length: found.length };
}

/**
 * Matches the longest phrase at an index that has synonyms or names a county or a city of several
 * words.
 */
function phrase({ words, phrases, cities }: SearchTerms, at: number): Piece | undefined {
  const longest = [
    ...phrases.map((each) => ({ ...each, isPlace: false })),
    ...countiesIn(words),
    ...cities.filter(({ from, to }) => to - from > 1),
  ]
    .filter(({ from }) => from === at)
    .sort((one, other) => other.to - one.to)[0];
  if (!longest) return undefined;
  const typed = words.slice(at, longest.to);
  if ('slug' in longest) {
    const named = longest.slug.split('-').map((word) => ({ word, stem: null }));
    return { length: typed.length, term: termOf(named, 1), isPlace: true };
  }
  const { isPlace } = longest;
  const meanings = longest.meanings
    .filter((meaning) => meaning.every(({ businesses }) => businesses > 0))
    .filter((meaning) => textOf(meaning) !== textOf(typed))
    .slice(0, MAX_MEANINGS);
  const counts = [typed, ...meanings].map((each) =>
    Math.min(...each.map(({ businesses }) => businesses)),
  );
  return {
    length: typed.length,
    isPlace,
    term: {
      literal: [{ words: typed, longer: typed.length === 1 ? longerWords(words, at) : [] }],
      synonyms: meanings.map((meaning) => ({ words: meaning })),
      businesses: Math.max(...counts),
      isKind: !isPlace,
    },
  };
}

/** Finds counties, such as "Lake of the Woods County". */
function countiesIn(words: readonly TypedWord[]) {
  const found = [];
  for (let last = 1; last < words.length; last++) {
    if (words[last]!.word !== 'county') continue;
    for (let from = Math.max(0, last - MAX_COUNTY_WORDS); from < last; from++) {
      const county = countySlug(textOf(words.slice(from, last)));
      if (!county) continue;
      found.push({ from, to: last + 1, meanings: [[wholeWord(county)]], isPlace: true });
    }
  }
  return found;
}

/**
 * Matches a word that businesses need not have: "of", "downtown", or a symbol without a meaning.
 */
function optional(words: readonly TypedWord[], at: number): Piece | undefined {
  const { word, stem } = words[at]!;
  return stem === null || OPTIONAL.has(word) || !LETTER_OR_DIGIT.test(word)
    ? { length: 1 }
    : undefined;
}

function word({ words, cities }: SearchTerms, at: number): Piece {
  const current = words[at]!;
  const isPlace = ZIP_CODE.test(current.word);
  if (isPlace || PHONE_NUMBER.test(current.word)) {
    return { length: 1, term: termOf([wholeWord(current.word)], 1), isPlace };
  }
  if (LOCAL_NUMBER.test(current.word)) {
    const literal = AREA_CODES.map((code) => ({ words: [wholeWord(code + current.word)] }));
    return { length: 1, term: { literal, synonyms: [], businesses: 1 } };
  }
  const isKnown = current.businesses > 0 || current.longer?.length !== 0 || /\d/.test(current.word);
  const joined = joinedWithNeighbor(words, at);
  const slip = likelySlip(current, isKnown);
  if (isKnown || joined.length > 0) {
    const literal = [...spellingsOf({ words, cities }, at), ...joined];
    const term = { literal, synonyms: [], businesses: Math.max(1, current.businesses) };
    if (!slip) return { length: 1, term };
    literal.push({ words: [slip] });
    return { length: 1, term: { ...term, businesses: slip.businesses }, read: slip.word };
  }
  // Without "County", the name of a county is often another word, such as "Cook" or "Lake".
  const county = countySlug(current.word);
  if (county) {
    const term = termOf([wholeWord(county)], 1);
    return { length: 1, term, isPlace: true, read: `${current.word} county` };
  }
  const { halves } = current;
  // Two letters are often chance: "hospitle" is not "hospit le", and "towing" is not "to wing".
  const scraps = halves?.filter((half) => half.word.length < 3) ?? [];
  const hasStopWord = scraps.some(({ stem }) => stem === null);
  if (halves && !hasStopWord && (!slip || (slip.slips > 1 && scraps.length === 0))) {
    const rarer = Math.min(...halves.map(({ businesses }) => businesses));
    const read = halves.map((half) => half.word).join(' ');
    return { length: 1, term: termOf(halves, rarer), read };
  }
  if (slip) return { length: 1, term: termOf([slip], slip.businesses), read: slip.word };
  return { length: 1, term: termOf([current], 0), read: '' };
}

/** Returns the best correction of a word: few edits, many businesses, and the same first letter. */
function likelySlip({ word, businesses, similar }: TypedWord, isKnown: boolean) {
  if (isKnown && word.length < MIN_LENGTH_OF_KNOWN_SLIP) return undefined;
  const score = (one: Word & { slips: number }) =>
    Math.log10(one.businesses) - 1.5 * one.slips - (one.word[0] === word[0] ? 0 : 1);
  const [best, ...others] = (similar ?? [])
    .filter(({ slips }) => (isKnown ? slips === 1 : slips > 0))
    .filter((one) => !isKnown || one.businesses >= HARDLY_ANY * businesses)
    .filter((one) => word.length > MAX_LENGTH_SAME_INITIAL || !hasOtherInitial(word, one.word))
    .sort((one, other) => score(other) - score(one));
  // The directory also counts stems, such as "coffe", which are no words. Most businesses with such
  // a stem have one word with it.
  const isMostOfBest = (one: Word & { slips: number }) =>
    one.stem === best!.word && one.slips === best!.slips && 2 * one.businesses > best!.businesses;
  return others.find(isMostOfBest) ?? best;
}

/** Returns true if two words differ in their first letters, other than by a missing one. */
function hasOtherInitial(word: string, other: string): boolean {
  return word[0] !== other[0] && word.length === other.length;
}

/**
 * Returns the spellings of a word, such as "ave" and "avenue". The position decides whether "st" is
 * "saint" or "street".
 */
function spellingsOf(
  { words, cities }: Pick<SearchTerms, 'words' | 'cities'>,
  at: number,
): Phrase[] {
  const current = words[at]!;
  const also = (...others: string[]) => others.map((word) => ({ words: [{ word, stem: null }] }));
  const typed = { words: [current], longer: longerWords(words, at) };
  if (current.word === 'mt') return also('mount');
  if (current.word === 'ft') return also('fort');
  if (current.word !== 'st') return [typed, ...also(...(SPELLINGS.get(current.word) ?? []))];
  if (words.length === 1) return [typed];
  if (at === words.length - 1) return [typed, ...also('street')];
  const isOfCity = cities.some(({ from, slug }) => from === at && slug.startsWith('saint-'));
  if (at === 0 || isOfCity) return also('saint');
  return /\d/.test(words[at - 1]!.word) ? also('street') : also('street', 'saint');
}

/**
 * Returns the longer words that also match. A short known word counts as a prefix only at the end,
 * where the user may still be typing.
 */
function longerWords(words: readonly TypedWord[], at: number): readonly string[] | null {
  const { word, businesses, longer } = words[at]!;
  const isLast = at === words.length - 1;
  const mayBegin = isLast || businesses === 0 || word.length > MAX_LENGTH_WHOLE;
  return word.length > 1 && mayBegin ? longer : [];
}

/** Joins a word with its neighbors, so that "super america" finds "SuperAmerica". */
function joinedWithNeighbor(words: readonly TypedWord[], at: number): Phrase[] {
  return [at - 1, at]
    .filter((first) => (words[first]?.joined ?? 0) > 0)
    .map((first) => words[first]!.word + words[first + 1]!.word)
    .map((word) => ({ words: [{ word, stem: null }] }));
}

function textOf(words: readonly Pick<Word, 'word'>[]): string {
  return words.map(({ word }) => word).join(' ');
}

function wholeWord(word: string) {
  return { word: WHOLE + word, stem: null, businesses: 1 };
}

function termOf(words: Phrase['words'], businesses: number): FoundTerm {
  return { literal: [{ words }], synonyms: [], businesses };
}

function cityOfPostalCode(words: readonly TypedWord[]): string | undefined {
  const area = words.flatMap(({ word }) => postalAreas().get(word) ?? [])[0];
  return area && placeSlug(area.city);
}

/** Returns the city named by the most words, and the last one if several are equally long. */
function longestCity({ cities }: SearchTerms) {
  return cities.toSorted(
    (one, other) => other.to - other.from - (one.to - one.from) || other.to - one.to,
  )[0];
}
