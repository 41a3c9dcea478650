import type { ComponentChildren } from 'preact';
import type { SearchQuery } from '../search/search-query.js';

export interface PageFeed {
  /** The name of the format, such as "Atom". */
  name: string;
  /** The media type. */
  type: string;
  /** Without the language. */
  path: string;
}

/** Values of the search form. */
export type SearchFields = Pick<Partial<SearchQuery>, 'q' | 'where' | 'open'>;

/** What a page shows, and what it tells machines about itself. */
export interface PageView {
  /** The subject alone; the layout adds the site's name. */
  title: string;
  description?: string;
  /** Where it is, without the language: one address for all that lead to the same page. */
  path: string;
  /** Whether search engines may list it. Default: yes. */
  isIndexed?: boolean;
  /** Linked data (JSON-LD). */
  data?: readonly object[];
  /** Client modules that the page needs besides those of all pages. */
  modules?: readonly string[];
  /** Where feed readers find what is new on it. */
  feeds?: readonly PageFeed[];
  /** The values of the search form in the header. */
  form?: SearchFields;
  body: ComponentChildren;
}

/** A page that is kept as long as what it was made from stays as it is. */
export interface View extends PageView {
  /** The version of the directory, in decimal digits: the oldest that was read for the page. */
  version: string;
  /** When it says something else, though the directory stays as it is. */
  until?: Date;
  /** The page of this address is at another one now. */
  movedTo?: string;
}

export function earliest(...times: (Date | undefined)[]): Date | undefined {
  return times.reduce((a, b) => (a && b ? (a < b ? a : b) : (a ?? b)), undefined);
}
