/**
 * Numbers of rows of a list by set of categories and by city, from which filter counts are
 * computed.
 */
export interface Breakdown {
  /** Directory version in decimal digits. */
  version: string;
  /** All categories, ordered by name. */
  categories: { slug: string; name: string; parent: string | null }[];
  byCategories: { slugs: string[]; count: number }[];
  byCity: { slug: string; name: string; count: number }[];
}

interface Columns {
  /** SQL expression for an array of category slugs. */
  categories: string;
  city: string;
  citySlug: string;
}

/**
 * Returns the query that reads a `Breakdown`.
 *
 * @param matching tables and conditions of the rows to count, as in a FROM clause
 */
export function breakdownOf(matching: string, { categories, city, citySlug }: Columns): string {
  return `
    SELECT
      (SELECT version::text FROM directory_version) AS version,
      (SELECT coalesce(json_agg(
         json_build_object('slug', c.slug, 'name', c.name, 'parent', p.slug) ORDER BY c.name, c.slug), '[]')
       FROM categories c LEFT JOIN categories p ON p.id = c.parent_id) AS categories,
      coalesce(json_agg(json_build_object('slugs', slugs, 'count', count))
        FILTER (WHERE slugs IS NOT NULL), '[]') AS "byCategories",
      coalesce(json_agg(json_build_object('slug', slug, 'name', name, 'count', count) ORDER BY name)
        FILTER (WHERE slug <> ''), '[]') AS "byCity"
    FROM (
      SELECT ${categories} AS slugs, ${citySlug} AS slug, min(${city}) AS name, count(*)::int AS count
      FROM ${matching} GROUP BY GROUPING SETS ((${categories}), (${citySlug}))
    ) AS groups`;
}
