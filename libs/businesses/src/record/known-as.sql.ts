/**
 * The id of the business that an id stands for: another one where it was merged into that.
 *
 * @param id an expression of SQL
 */
export function businessOfId(id: string): string {
  return `(SELECT coalesce(m.into_id, known.id)
    FROM businesses known LEFT JOIN merged_businesses m USING (id) WHERE known.id = ${id})`;
}

/**
 * The id of the business that a slug stands for. What bears it now goes before what once did, and
 * what was merged stands for what it was merged into.
 *
 * @param slug an expression of SQL
 */
export function businessOfSlug(slug: string): string {
  return `coalesce(
    (SELECT coalesce(m.into_id, known.id)
     FROM businesses known LEFT JOIN merged_businesses m USING (id) WHERE known.slug = ${slug}),
    (SELECT business_id FROM former_slugs WHERE slug = ${slug}))`;
}
