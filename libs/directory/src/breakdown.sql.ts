/** How many rows of a list there are of each set of categories, and in each city: what filters count. */
export interface Breakdown {
  /** The directory's version, in decimal digits. */
  version: string;
  /** All that there are, by name. */
  categories: { slug: string; name: string; parent: string | null }[];
  byCategories: { slugs: string[]; count: number }[];
  byCity: { slug: string; name: string; count: number }[];
}

interface Columns {
  /** An array of slugs. */
  categories: string;
  city: string;
  citySlug: string;
}

/**
 * The query that reads it.
 *
 * @param matching tables and condition
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
