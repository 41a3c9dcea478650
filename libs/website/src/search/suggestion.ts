/** Suggestion for a field of the search form. */
export interface Suggestion {
  label: string;
  /** Kind of suggestion, such as "Category", or the city of a business or ZIP code. */
  hint: string;
  /** Page that it opens. A place completes the field instead. */
  href?: string;
}
