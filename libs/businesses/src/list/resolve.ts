import type { Statements } from '#libs/database/src/sql.js';
import { prepareSearch } from '../search/prepare-search.js';
import type { SearchTerms } from '../search/search-terms.js';
import { type UnderstoodSearch, understandSearch } from '../search/understand-search.js';
import type { BusinessCriteria } from './business-criteria.js';

/** State of the directory. */
export interface Stamp {
  /** Directory version, see `DirectoryVersion`. */
  version: string;
  /** Update time of the businesses that the transaction of this version changed. */
  changedAt: string;
  /** Oldest version from which a list can be updated to this one. */
  listsSince: string;
}

/** Meaning of the names and words in criteria, at some version of the directory. */
export interface Resolution {
  /** Parsed search, or null without `q`. */
  search: UnderstoodSearch | null;
  /** True if partial matches are included. */
  includesMost?: boolean;
  /** Slugs of the categories and their subcategories. */
  categories: string[] | null;
  cities: string[] | null;
  counties: string[] | null;
}

export interface Resolved {
  stamp: Stamp;
  resolution: Resolution;
}

interface ResolvedRow extends Stamp {
  terms: SearchTerms | null;
  places: Omit<Resolution, 'search'>;
}

const RESOLVE = `
  SELECT version::text, changed_at::text AS "changedAt", lists_since::text AS "listsSince",
    search_terms($1) AS terms,
    json_build_object(
      'categories', CASE WHEN $2::text[] IS NOT NULL THEN category_subtree($2) END,
      'cities', CASE WHEN $3::text[] IS NOT NULL THEN ARRAY(SELECT place_slug(name) FROM unnest($3) AS name) END,
      'counties', CASE WHEN $4::text[] IS NOT NULL THEN ARRAY(SELECT place_slug(name) FROM unnest($4) AS name) END
    ) AS places
  FROM directory_version`;

export async function resolve(
  { q, category, city, county }: BusinessCriteria,
  database: Statements,
): Promise<Resolved> {
  const { rows } = await database.query<ResolvedRow>({
    name: 'resolve criteria',
    text: RESOLVE,
    values: [q && prepareSearch(q), category, city, county],
  });
  const { terms, places, ...stamp } = rows[0]!;
  return { stamp, resolution: { search: terms && understandSearch(terms), ...places } };
}
