import type { SqlParameters } from '#libs/database/src/sql.js';
import type { BusinessCriteria, Point } from './business-criteria.js';
import type { Resolution } from './resolve.js';

/**
 * Length of a degree on the sphere that `metres_between` uses: the mean Earth radius times π / 180.
 */
const METRES_PER_DEGREE = 111_195.08;

/** Returns the SQL condition for all criteria on a row `b` of businesses. */
export function businessFilter(
  criteria: BusinessCriteria,
  resolution: Resolution,
  parameters: SqlParameters,
): string {
  const {
    ids,
    initial,
    postalCode,
    point,
    radius,
    bbox,
    openAtMinute,
    openBetween,
    createdSince,
    updatedSince,
  } = criteria;
  const { search, includesMost, categories, cities, counties } = resolution;
  const add = (value: unknown) => parameters.add(value);
  const conditions = [
    presence(criteria, parameters),
    search &&
      search.all !== null &&
      matches(includesMost ? search.most!.query : search.all, parameters),
    ids && `b.id = ANY (${add(ids)}::uuid[])`,
    initial && beginsWith(initial, parameters),
    categories && `b.category_slugs && ${add(categories)}::text[]`,
    cities && `b.city_slug = ANY (${add(cities)}::text[])`,
    counties && `b.county_slug = ANY (${add(counties)}::text[])`,
    postalCode && `b.postal_code = ANY (${add(postalCode)}::text[])`,
    point && radius && within(point, radius, parameters),
    bbox &&
      `b.latitude BETWEEN ${add(bbox.south)} AND ${add(bbox.north)}
       AND b.longitude BETWEEN ${add(bbox.west)} AND ${add(bbox.east)}`,
    openAtMinute !== undefined && `b.open_minutes @> ${add(openAtMinute)}::int`,
    openBetween &&
      `b.open_minutes && int4range(${add(openBetween.from)}::int, ${add(openBetween.to)}::int)`,
    createdSince && `b.created_at >= ${add(createdSince)}`,
    updatedSince && `b.updated_at >= ${add(updatedSince)}`,
  ];
  return conditions.filter(Boolean).join(' AND ');
}

/** @param query tsquery in PostgreSQL's notation */
export function matches(query: string, parameters: SqlParameters): string {
  return `b.search_vector @@ ${parameters.add(query)}::tsquery`;
}

/** Omits removed businesses, except in lists for copies, which must learn of removals. */
function presence({ status, updatedSince }: BusinessCriteria, parameters: SqlParameters): string {
  const hasStatus = status === 'any' ? 'true' : `b.status = ${parameters.add(status)}`;
  return updatedSince
    ? `(b.removed_at IS NOT NULL OR ${hasStatus})`
    : `b.removed_at IS NULL AND ${hasStatus}`;
}

/** Uses ranges of `name_key`, which is ordered by code point, so that its index applies. */
function beginsWith(initial: string, parameters: SqlParameters): string {
  const within = (from: string, to: string) =>
    `(b.name_key >= ${parameters.add(from)} AND b.name_key < ${parameters.add(to)})`;
  const after = (character: string) => String.fromCharCode(character.charCodeAt(0) + 1);
  if (initial === '0-9') return within('0', after('9'));
  if (initial === 'other') return `NOT (${within('0', after('9'))} OR ${within('a', after('z'))})`;
  return within(initial, after(initial));
}

/** Checks a box around the circle, which can use the index, and then the circle itself. */
function within({ latitude, longitude }: Point, radius: number, parameters: SqlParameters): string {
  const add = (value: unknown) => `${parameters.add(value)}::float8`;
  const north = radius / METRES_PER_DEGREE;
  const farthest = Math.min(89.9, Math.abs(latitude) + north);
  const east = north / Math.cos((farthest * Math.PI) / 180);
  return `b.latitude BETWEEN ${add(latitude - north)} AND ${add(latitude + north)}
    AND b.longitude BETWEEN ${add(longitude - east)} AND ${add(longitude + east)}
    AND ${distanceFrom({ latitude, longitude }, parameters)} <= ${add(radius)}`;
}

/**
 * Returns a SQL expression for the distance in meters from a point to a row `b` of businesses, null
 * if its location is unknown.
 */
export function distanceFrom({ latitude, longitude }: Point, parameters: SqlParameters): string {
  const [lat, lon] = [parameters.add(latitude), parameters.add(longitude)];
  return `metres_between(${lat}::float8, ${lon}::float8, b.latitude, b.longitude)`;
}
