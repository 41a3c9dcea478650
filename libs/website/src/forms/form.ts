import type { Texts } from '../texts/language.js';

/** A form of the website. What its fields are called is among the texts, by their names. */
export interface Form {
  /** Its tokens are good for it alone. */
  name: string;
  fields: readonly Field[];
}

export interface Field {
  /** As the class that reads the input names it. */
  name: string;
  isOptional?: boolean;
  /** Lines of text that it shows at first, where it may have several. */
  rows?: number;
  /** What it is chosen from. */
  options?: readonly string[];
  /** Which keys a telephone shows; of "numeric", the input is a number. */
  keyboard?: 'email' | 'url' | 'numeric';
  /** What a browser may fill it in with (HTML Standard, "Autofill"). */
  autocomplete?: string;
}

/** What is said about one field. */
export interface FieldTexts {
  label: string;
  hint: string;
  /** What it takes, for who has given something else. */
  wrong: string;
  /** What its options are called. */
  options?: Record<string, string>;
}

/** What is said about the fields of a form, by their names. */
export type FormTexts = (texts: Texts) => Record<string, FieldTexts>;

/** A form as it stands: given out, or with what was typed and what is wrong with it. */
export interface FormState {
  token: string;
  values: Readonly<Record<string, string>>;
  problems: readonly Problem[];
}

export interface Problem {
  /** Undefined for what concerns the form as a whole. */
  field?: string;
  /** In the language of the page that it is shown on, which is known only then. */
  message: (texts: Texts) => string;
}

/** The field that people do not see, and programs fill in. */
export const TRAP = 'fax';
