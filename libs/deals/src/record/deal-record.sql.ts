import { rfc3339 } from '#libs/database/src/rfc3339.sql.js';

/**
 * A row `d` of deals with its row `b` of businesses as a `DealDto`, made into JSON by the database.
 *
 * @param collectionUrl a placeholder for the text that stands before a record's slug in its address
 */
export function dealRecord(collectionUrl: string): string {
  return `json_build_object(
    'id', d.id, 'slug', d.slug, 'title', d.title, 'description', d.description,
    'business', json_build_object('id', b.id, 'slug', b.slug, 'name', b.name),
    'code', d.code, 'website', d.website, 'terms', d.terms,
    'startsAt', ${rfc3339('d.starts_at')}, 'endsAt', ${rfc3339('d.ends_at')},
    'url', ${collectionUrl}::text || d.slug,
    'createdAt', ${rfc3339('d.created_at')},
    'updatedAt', ${rfc3339('d.updated_at')},
    'removedAt', ${rfc3339('d.removed_at')})`;
}
