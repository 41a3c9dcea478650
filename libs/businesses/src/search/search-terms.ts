/** A word and its frequency in the directory. */
export interface Word {
  word: string;
  /** English stem, or null for a stop word such as "of". */
  stem: string | null;
  /** Number of businesses with the word or its stem. */
  businesses: number;
}

/** A word of a search. */
export interface TypedWord extends Word {
  /** Longer words of businesses that begin with this word, or null if there are more than 32. */
  longer: string[] | null;
  /** Possible corrections. Set for at most four rare words. */
  similar: (Word & { slips: number })[] | null;
  /** Two words that it may be a compound of. Set for at most four unknown words. */
  halves: [Word, Word] | null;
  /** Number of businesses that have this word and the next one written as one word. */
  joined: number;
}

/** Range of consecutive words in a search, from an inclusive to an exclusive index. */
interface Sequence {
  from: number;
  to: number;
}

/** Result of the database function `search_terms`. */
export interface SearchTerms {
  /** Search text in the form of `name_key`. */
  folded: string;
  /** First twelve words at most. */
  words: TypedWord[];
  /** Phrases with synonyms. Each meaning is a phrase that matches as well. */
  phrases: (Sequence & { meanings: Word[][] })[];
  /** Cities that have businesses. */
  cities: (Sequence & { slug: string })[];
}
