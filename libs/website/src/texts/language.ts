import type { english } from './en.js';

export type Texts = Widened<(typeof english)['texts']>;

/** A language of the website. One more is a file like `en.ts` and an entry in `languages.ts`. */
export interface Language {
  /** BCP 47, for `lang` and `hreflang`. */
  tag: string;
  /** What `Intl` formats by: of a language that it does not know, one that it does. */
  locale: string;
  /** In the language itself. */
  name: string;
  /** What the addresses of its pages begin with; empty for the first language. */
  prefix: '' | `/${string}`;
  texts: object;
}

/** The texts as other languages have them: any string for a string. */
type Widened<T> = {
  [Key in keyof T]: T[Key] extends (...parameters: infer P) => string
    ? (...parameters: P) => string
    : T[Key] extends string
      ? string
      : Widened<T[Key]>;
};
