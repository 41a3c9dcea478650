import type { englishTexts } from './en.js';

export type Texts = Widened<typeof englishTexts>;

/** What the frame of every page says. */
export type FrameTexts = Pick<Texts, 'site' | 'tagline' | 'skip' | 'nav' | 'footer' | 'form'>;

/**
 * A language of the website. One more is a file like `en.ts` and an entry in `languages.ts`. Of the
 * sections that it lacks, pages are in English but for their frame.
 */
export interface Language {
  /** BCP 47, for `lang` and `hreflang`. */
  tag: string;
  /** What `Intl` formats by: of a language that it does not know, one that it does. */
  locale: string;
  /** Names of months and weekdays, where `Intl` does not know the language and `locale` is "en-US". */
  calendar?: CalendarNames;
  /** In the language itself. */
  name: string;
  /** What the addresses of its pages begin with; empty for the first language. */
  prefix: '' | `/${string}`;
  texts: FrameTexts & Partial<Texts>;
  /** The names of common categories, by the English ones; others stay as they are. */
  categories?: ReadonlyMap<string, string>;
}

export interface CompleteLanguage extends Language {
  texts: Texts;
}

export interface CalendarNames {
  /** From January. */
  month: Record<NameLength, readonly string[]>;
  /** From Monday. */
  weekday: Record<NameLength, readonly string[]>;
}

export type NameLength = 'long' | 'short';

/** The texts as other languages have them: any string for a string. */
type Widened<T> = {
  [Key in keyof T]: T[Key] extends (...parameters: infer P) => infer R
    ? (...parameters: P) => R extends string ? string : R
    : T[Key] extends string
      ? string
      : Widened<T[Key]>;
};
