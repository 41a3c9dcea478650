import { rfc3339 } from '#libs/database/src/rfc3339.sql.js';
import { SOCIAL_NETWORKS } from './social.dto.js';

const CATEGORIES = `(
  SELECT coalesce(json_agg(json_build_object('slug', c.slug, 'name', c.name) ORDER BY c.name, c.slug), '[]')
  FROM categories c WHERE c.slug = ANY (b.category_slugs))`;

const LOCATION = `CASE WHEN b.latitude IS NOT NULL AND b.longitude IS NOT NULL THEN json_build_object(
  'latitude', b.latitude, 'longitude', b.longitude, 'precision', b.precision) END`;

const SOCIAL = `json_build_object(
  ${SOCIAL_NETWORKS.map((network) => `'${network}', b.social ->> '${network}'`).join(', ')})`;

/**
 * A row `b` of businesses as a `BusinessDto`, made into JSON by the database: turning rows into
 * objects in Node costs twice as much as the query.
 *
 * @param collectionUrl a placeholder for the text that stands before a record's slug in its address
 * @param more keys that only some answers have, with the expressions of their values
 */
export function businessRecord(collectionUrl: string, more: Record<string, string> = {}): string {
  return `json_build_object(
    'id', b.id, 'slug', b.slug, 'name', b.name, 'description', b.description, 'status', b.status,
    'categories', ${CATEGORIES},
    'address', ${addressRecord('b')},
    'location', ${LOCATION},
    'phone', b.phone, 'email', b.email, 'website', b.website,
    'social', ${SOCIAL},
    'hours', b.hours,
    'establishedOn', b.established_on,
    'url', ${collectionUrl}::text || b.slug,
    'createdAt', ${rfc3339('b.created_at')},
    'updatedAt', ${rfc3339('b.updated_at')},
    'removedAt', ${rfc3339('b.removed_at')}
    ${Object.entries(more)
      .map(([key, value]) => `, '${key}', ${value}`)
      .join('')})`;
}

/** The address in a row of businesses or events, as an `AddressDto`. */
export function addressRecord(row: string): string {
  const columns = ['street', 'unit', 'city', 'county', 'state'];
  return `json_build_object(
    ${columns.map((column) => `'${column}', ${row}.${column}`).join(', ')},
    'postalCode', ${row}.postal_code)`;
}
