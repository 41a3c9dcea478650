import type { Texts } from '../texts/language.js';

/** A form of the website. The texts name its fields. */
export interface Form {
  /** Form name. A token is only valid for the form with its name. */
  name: string;
  fields: readonly Field[];
}

export interface Field {
  /** Property name in the input class. */
  name: string;
  isOptional?: boolean;
  /** Initial number of lines in a multi-line field. */
  rows?: number;
  /** Asks for opening hours, with selects whose names start with the name of the field. */
  isWeek?: boolean;
  isHidden?: boolean;
  /** Values of a select. */
  options?: readonly string[];
  /** Keyboard that a phone shows for the field. With "numeric", the input is a number. */
  keyboard?: 'email' | 'url' | 'numeric';
  /** Native picker for a date or a time of day. */
  picker?: 'date' | 'time';
  /** Autofill hint for browsers (HTML Standard, "Autofill"). */
  autocomplete?: string;
}

export interface FieldTexts {
  label: string;
  hint: string;
  /** Error that states which values are valid. */
  wrong: string;
  /** Labels of the options by value. */
  options?: Record<string, string>;
}

/** Texts of a form's fields by field name. */
export type FormTexts = (texts: Texts) => Record<string, FieldTexts>;

/** State of a form, either blank or with the submitted values and their problems. */
export interface FormState {
  token: string;
  values: Readonly<Record<string, string>>;
  problems: readonly Problem[];
}

export interface Problem {
  /** Field with the problem, undefined for a problem of the whole form. */
  field?: string;
  /**
   * Returns the message in the language of the page, which is only known when the form is rendered.
   */
  message: (texts: Texts) => string;
}

/** Hidden field that visitors leave empty and bots fill in. */
export const TRAP = 'fax';
