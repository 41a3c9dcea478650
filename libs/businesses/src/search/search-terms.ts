/** A word, with what the directory has of it. */
export interface Word {
  word: string;
  /** In English; null for a word that narrows nothing down, such as "of". */
  stem: string | null;
  /** How many businesses have it, or its stem. */
  businesses: number;
}

/** A word of a search. */
export interface SoughtWord extends Word {
  /** Longer words that businesses have and that begin with it; null where there are too many to tell. */
  longer: string[] | null;
  /** Looked for only where hardly any business has it: words that it may be a slip for. */
  similar: (Word & { slips: number })[] | null;
  /** Looked for only where no business has it: the two words that it may be joined of. */
  halves: [Word, Word] | null;
  /** How many businesses have it joined to the next word. */
  joined: number;
}

/** Neighbouring words of a search: from the one at this index, up to the other. */
interface Sequence {
  from: number;
  to: number;
}

/** What the function `search_terms` of the database tells of a search. */
export interface SearchTerms {
  /** The text as names are kept in `name_key`. */
  folded: string;
  /** At most the first twelve. */
  words: SoughtWord[];
  /** What the table of synonyms has: each meaning is a phrase that is found as well. */
  phrases: (Sequence & { meanings: Word[][] })[];
  /** Cities and counties that businesses are in. */
  places: (Sequence & { kind: 'city' | 'county'; slug: string })[];
}
