import type { ComponentChildren } from 'preact';
import type { SearchQuery } from '../search/search-query.js';

export interface Crumb {
  name: string;
  /** Path without the language. The last breadcrumb, the page itself, has none. */
  path?: string;
}

export interface PageFeed {
  /** Name of the format, such as "Atom". */
  name: string;
  /** Media type. */
  type: string;
  /** Path without the language. */
  path: string;
}

/** Values of the search form. */
export type SearchFields = Pick<
  Partial<SearchQuery>,
  'q' | 'where' | 'attributes' | 'open' | 'near'
>;

/** Content of a page and its metadata. */
export interface PageView {
  /** Subject of the page. The layout adds the site's name. */
  title: string;
  description?: string;
  /** Canonical path without the language. */
  path: string;
  /** Allows search engines to list the page. Default: true. */
  isIndexed?: boolean;
  /** Breadcrumbs above the content, from below the home page to the page itself. */
  crumbs?: readonly Crumb[];
  /** Linked data (JSON-LD), in addition to the breadcrumbs of an indexed page. */
  data?: readonly object[];
  /** Client modules of this page, in addition to those of every page. */
  modules?: readonly string[];
  /** Feeds with new entries of the page. */
  feeds?: readonly PageFeed[];
  /** Values of the search form in the header. */
  form?: SearchFields;
  /** Shows only the content, for a frame on another site. Links open a new tab. */
  isEmbedded?: boolean;
  body: ComponentChildren;
}

/** A page that is cached until its sources change. */
export interface View extends PageView {
  /** Oldest version of the directory that was read for the page, in decimal digits. */
  version: string;
  /** Time at which the page changes although the directory does not. */
  until?: Date;
  /** New address of the page, if it moved. */
  movedTo?: string;
}

export function earliest(...times: (Date | undefined)[]): Date | undefined {
  return times.reduce((a, b) => (a && b ? (a < b ? a : b) : (a ?? b)), undefined);
}
