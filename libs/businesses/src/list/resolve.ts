import type { Statements } from '#libs/database/src/sql.js';
import type { BusinessCriteria } from './business-criteria.js';

/** What the database is at. */
export interface Stamp {
  /** Of `DirectoryVersion`. */
  version: string;
  /** What the businesses that the version's transaction changed are stamped with. */
  changedAt: string;
  /** Lists of an older version cannot be brought up to this one. */
  listsSince: string;
}

/** What the names and words in criteria stand for in the directory, as it was at some version. */
export interface Resolution {
  /** What is sought as names of businesses are kept; null without `q`, as the queries are. */
  folded: string | null;
  /** In PostgreSQL's notation of tsquery. */
  anywhere: string | null;
  inNameOrCategory: string | null;
  inName: string | null;
  /** Slugs of the categories and of all below them. */
  categories: string[] | null;
  cities: string[] | null;
  counties: string[] | null;
}

const RESOLVE = `
  SELECT version::text, changed_at::text AS "changedAt", lists_since::text AS "listsSince",
    json_build_object(
      'folded', fold($1), 'anywhere', q.anywhere::text,
      'inNameOrCategory', q.in_name_or_category::text, 'inName', q.in_name::text,
      'categories', CASE WHEN $2::text[] IS NOT NULL THEN category_subtree($2) END,
      'cities', CASE WHEN $3::text[] IS NOT NULL THEN ARRAY(SELECT place_slug(name) FROM unnest($3) AS name) END,
      'counties', CASE WHEN $4::text[] IS NOT NULL THEN ARRAY(SELECT place_slug(name) FROM unnest($4) AS name) END
    ) AS resolution
  FROM directory_version LEFT JOIN search_queries($1) AS q ON true`;

export async function resolve(
  { q, category, city, county }: BusinessCriteria,
  database: Statements,
): Promise<{ stamp: Stamp; resolution: Resolution }> {
  const { rows } = await database.query<Stamp & { resolution: Resolution }>({
    name: 'resolve criteria',
    text: RESOLVE,
    values: [q, category, city, county],
  });
  const { resolution, ...stamp } = rows[0]!;
  return { stamp, resolution };
}
