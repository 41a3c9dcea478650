import type { englishTexts } from './en.js';

export type Texts = Widened<typeof englishTexts>;

/** Texts of every page's frame. */
type FrameTexts = Pick<Texts, 'site' | 'tagline' | 'skip' | 'nav' | 'footer' | 'form'>;

/**
 * A language of the website. To add one, write a file like `en.ts` and add an entry to
 * `languages.ts`. If a section is missing, the pages that need it are in English except for their
 * frame.
 */
export interface Language {
  /** BCP 47 tag for `lang` and `hreflang`. */
  tag: string;
  /** Locale for `Intl`: a supported one if `Intl` does not know the language. */
  locale: string;
  /**
   * Names of months and weekdays, for a language that `Intl` does not know and whose `locale` is
   * "en-US".
   */
  calendar?: CalendarNames;
  /** Names of languages by code, for a language that `Intl` does not know. */
  languages?: Readonly<Record<string, string>>;
  /** Name of the language in the language itself. */
  name: string;
  /** Prefix of page paths, empty for the default language. */
  prefix: '' | `/${string}`;
  texts: FrameTexts & Partial<Texts>;
  /** Names of common categories by English name. Other categories keep their names. */
  categories?: ReadonlyMap<string, string>;
  /** Returns the plural of a category's name in this language. */
  plural?: (name: string) => string;
}

export interface CompleteLanguage extends Language {
  texts: Texts;
}

export interface CalendarNames {
  /** Names from January. */
  month: Record<NameLength, readonly string[]>;
  /** Names from Monday. */
  weekday: Record<NameLength, readonly string[]>;
}

export type NameLength = 'long' | 'short';

/** Texts with any string in place of each English string. */
type Widened<T> = {
  [Key in keyof T]: T[Key] extends (...parameters: infer P) => infer R
    ? (...parameters: P) => R extends string ? string : R
    : T[Key] extends string
      ? string
      : Widened<T[Key]>;
};
