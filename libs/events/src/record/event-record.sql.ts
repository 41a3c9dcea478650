import { jsonObject, rfc3339 } from '#libs/database/src/sql.js';

/**
 * SQL expression for the `EventDto` JSON of a row `e` of events.
 *
 * @param times alias of the row with `starts_at` and `ends_at`: the event `e` or an occurrence `o`
 */
export function eventRecord(times: 'e' | 'o'): string {
  return jsonObject({
    id: 'e.id',
    slug: 'e.slug',
    name: 'e.name',
    description: 'e.description',
    categories: `coalesce((SELECT json_build_array(${jsonObject({ slug: 'c.slug', name: 'c.name' })})
      FROM categories c WHERE c.id = e.category_id), '[]')`,
    category: `(SELECT ${jsonObject({ slug: 'c.slug', name: 'c.name' })}
      FROM categories c WHERE c.id = e.category_id)`,
    business: `(SELECT ${jsonObject({ id: 'b.id', slug: 'b.slug', name: 'b.name' })}
      FROM businesses b WHERE b.id = e.business_id AND b.removed_at IS NULL)`,
    venue: 'e.venue',
    city: 'e.city',
    address: jsonObject({
      street: 'e.street',
      unit: 'e.unit',
      city: 'e.city',
      county: 'e.county',
      state: 'e.state',
      postalCode: 'e.postal_code',
    }),
    location: `CASE WHEN e.latitude IS NOT NULL AND e.longitude IS NOT NULL THEN
      ${jsonObject({ latitude: 'e.latitude', longitude: 'e.longitude', precision: "'exact'" })} END`,
    website: 'e.website',
    isFree: 'e.is_free',
    startsAt: rfc3339(`${times}.starts_at`),
    endsAt: rfc3339(`${times}.ends_at`),
    recurrence: 'e.recurrence',
    excludedDates: `ARRAY(SELECT ${rfc3339('excluded')} FROM unnest(e.excluded_dates) AS excluded)`,
    url: "'/api/v1/events/' || e.slug",
    createdAt: rfc3339('e.created_at'),
    updatedAt: rfc3339('e.updated_at'),
    removedAt: rfc3339('e.removed_at'),
  });
}
