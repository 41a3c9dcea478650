/**
 * Returns a SQL expression for the id of the business with an id. If it was merged, that is the
 * business it was merged into.
 *
 * @param id SQL expression for the id
 */
export function businessOfId(id: string): string {
  return `(SELECT coalesce(m.into_id, known.id)
    FROM businesses known LEFT JOIN merged_businesses m USING (id) WHERE known.id = ${id})`;
}

/**
 * Returns a SQL expression for the id of the business with a slug. A current slug takes precedence
 * over a former one, and a merged business leads to the one it was merged into.
 *
 * @param slug SQL expression for the slug
 */
export function businessOfSlug(slug: string): string {
  return `coalesce(
    (SELECT coalesce(m.into_id, known.id)
     FROM businesses known LEFT JOIN merged_businesses m USING (id) WHERE known.slug = ${slug}),
    (SELECT business_id FROM former_slugs WHERE slug = ${slug}))`;
}
