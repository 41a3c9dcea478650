import { jsonObject, rfc3339 } from '#libs/database/src/sql.js';

/**
 * Returns a SQL expression for the JSON of a `DealDto`, from a row `d` of deals and its row `b` of
 * businesses.
 *
 * @param removedAt SQL expression for the time of removal
 */
export function dealRecord(removedAt: string): string {
  return jsonObject({
    id: 'd.id',
    slug: 'd.slug',
    title: 'd.title',
    description: 'd.description',
    business: jsonObject({ id: 'b.id', slug: 'b.slug', name: 'b.name' }),
    categories: "b.record::json -> 'categories'",
    city: 'b.city',
    code: 'd.code',
    website: 'd.website',
    terms: 'd.terms',
    startsAt: rfc3339('d.starts_at'),
    endsAt: rfc3339('d.ends_at'),
    url: "'/api/v1/deals/' || d.slug",
    createdAt: rfc3339('d.created_at'),
    updatedAt: rfc3339('d.updated_at'),
    removedAt: rfc3339(removedAt),
  });
}
