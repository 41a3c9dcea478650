import { rfc3339, type Statements } from '#libs/database/src/sql.js';
import { BUSINESS_STATUSES } from './criteria.js';
import type { Region } from './regions.js';

/** Category of businesses. */
export interface Category {
  id: string;
  slug: string;
  name: string;
  /** Slug of the parent category. */
  parent: string | null;
  /** Time of the last rename (RFC 3339). */
  namedAt: string;
  formerSlugs: string[];
}

/** State of the directory in the database, as far as the index needs it. */
export interface IndexedState {
  /** Directory version, see `DirectoryVersion`. */
  version: string;
  /** Update time of the businesses that the transaction of this version changed. */
  changedAt: string;
  /** Series of changes, see `directory_version.epoch`. */
  epoch: string;
  /** Ordered by name. */
  categories: Category[];
  /** Ordered by name. */
  regions: Region[];
  /** Highest business number, including removed businesses. */
  highestNumber: number;
}

/** Value of a column and the businesses that have it. */
export interface ColumnRow {
  column: 'numbers' | 'place' | 'postalCode' | 'categories' | 'hours' | 'attributes';
  /**
   * A `Place` as JSON for `place`, comma-separated slugs for `categories`, a `Schedule` as JSON
   * for `hours`, and `StoredAttributes` as JSON for `attributes`. Null if a ZIP code is unknown.
   */
  value: string | null;
  /**
   * Numbers of the businesses, encoded by PostgreSQL's int4send. For `numbers`, each one is followed
   * by latitude and longitude in degrees, NaN if unknown (float8send), creation and update time
   * (timestamptz_send), the first character of the normalized name, the index of the status, 1 if
   * the business is removed, and the days since 1970 of its confirmation and its establishment, 0 if
   * unknown or earlier (int4send).
   */
  bytes: Buffer;
}

/** City and county in the spelling of some businesses. */
export interface Place {
  citySlug: string | null;
  city: string | null;
  countySlug: string | null;
  county: string | null;
}

/** Business that changed, with the businesses after it in two of the orders, null at the end. */
export interface Change {
  number: number;
  nextByName: number | null;
  nextByCreation: number | null;
}

/** Orders of all businesses, as SQL. */
export const ORDERS = {
  name: 'name_key, id',
  newest: 'created_at DESC, id DESC',
  updated: 'updated_at DESC, id DESC',
} as const;

/**
 * Returns each value once, with all businesses that have it. A row for each business would take a
 * multiple of the time and memory to parse.
 */
const rowsOf = (condition: string) => `
  WITH read AS MATERIALIZED (
    SELECT number, latitude, longitude, city_slug, city, county_slug, county, postal_code, name_key,
      category_slugs, confirmed_on, established_on, status, removed_at, created_at, updated_at,
      attributes::text AS attributes,
      '{"hours":' || hours::text || ',"specialHours":' || special_hours::text || '}' AS schedule
    FROM businesses WHERE ${condition}
  )
  SELECT 'numbers' AS column, NULL AS value, coalesce(string_agg(int4send(number)
    || float8send(coalesce(latitude, 'NaN')) || float8send(coalesce(longitude, 'NaN'))
    || timestamptz_send(created_at) || timestamptz_send(updated_at) || int4send(ascii(name_key))
    || int4send(CASE status ${STATUS_INDEXES} END) || int4send((removed_at IS NOT NULL)::int)
    || int4send(greatest(confirmed_on - '1970-01-01', 0))
    || int4send(greatest(established_on - '1970-01-01', 0)), ''
  ), '') AS bytes
  FROM read
  UNION ALL
  SELECT 'place', json_build_object('citySlug', city_slug, 'city', city,
    'countySlug', county_slug, 'county', county)::text, string_agg(int4send(number), '')
  FROM read GROUP BY city_slug, city, county_slug, county
  UNION ALL
  SELECT 'postalCode', postal_code, string_agg(int4send(number), '') FROM read GROUP BY postal_code
  UNION ALL
  SELECT 'categories', array_to_string(category_slugs, ','), string_agg(int4send(number), '')
  FROM read GROUP BY category_slugs
  UNION ALL
  SELECT 'hours', schedule, string_agg(int4send(number), '') FROM read GROUP BY schedule
  UNION ALL
  SELECT 'attributes', attributes, string_agg(int4send(number), '')
  FROM read GROUP BY attributes`;

const STATUS_INDEXES = BUSINESS_STATUSES.map(
  (status, index) => `WHEN '${status}' THEN ${index}`,
).join(' ');

export async function readState(database: Statements): Promise<IndexedState> {
  const { rows } = await database.query<IndexedState>(
    `SELECT version::text, changed_at::text AS "changedAt", epoch,
       (SELECT coalesce(max(number), 0) FROM businesses) AS "highestNumber",
       (SELECT coalesce(json_agg(json_build_object(
          'id', c.id, 'slug', c.slug, 'name', c.name, 'parent', p.slug,
          'namedAt', ${rfc3339('c.named_at')},
          'formerSlugs', ARRAY(SELECT f.slug FROM former_category_slugs f WHERE f.category_id = c.id)
        ) ORDER BY c.name, c.slug), '[]')
        FROM categories c LEFT JOIN categories p ON p.id = c.parent_id) AS categories,
       (SELECT coalesce(json_agg(json_build_object(
          'slug', slug, 'name', name, 'otherNames', other_names, 'cities', cities,
          'counties', counties, 'postalCodes', postal_codes
        ) ORDER BY name, slug), '[]')
        FROM regions) AS regions
     FROM directory_version`,
  );
  return rows[0]!;
}

/** Reads the businesses with numbers from `from` to before `to`. */
export async function readRows(
  from: number,
  to: number,
  database: Statements,
): Promise<ColumnRow[]> {
  const condition = 'number >= $1 AND number < $2';
  return (await database.query<ColumnRow>(rowsOf(condition), [from, to])).rows;
}

/**
 * Reads all business numbers in an order, as a single value. A million rows would cost much more.
 */
export async function readOrder(
  order: keyof typeof ORDERS,
  database: Statements,
): Promise<Uint32Array> {
  const { rows } = await database.query<{ numbers: Buffer }>(
    `SELECT coalesce(string_agg(int4send(number), ''), '') AS numbers
     FROM (SELECT number FROM businesses ORDER BY ${ORDERS[order]}) AS ordered`,
  );
  return numbersOf(rows[0]!.numbers);
}

/**
 * Reads the businesses updated since a time. Update times follow the commit order of transactions,
 * and no two transactions share one.
 *
 * @returns the changes, last updated first; undefined if there are more than `most`, or if rows were
 * deleted since then
 */
export async function readChanges(
  since: string,
  most: number,
  database: Statements,
): Promise<{ changes: Change[]; rows: ColumnRow[] } | undefined> {
  const { rows: deleted } = await database.query(
    `SELECT FROM deleted_records
     WHERE deleted_at > $1::timestamptz AND type = 'business' LIMIT 1`,
    [since],
  );
  if (deleted.length > 0) return undefined;
  const { rows: changes } = await database.query<Change>(
    `SELECT b.number,
       (SELECT n.number FROM businesses n WHERE (n.name_key, n.id) > (b.name_key, b.id)
        ORDER BY n.name_key, n.id LIMIT 1) AS "nextByName",
       (SELECT n.number FROM businesses n WHERE (n.created_at, n.id) < (b.created_at, b.id)
        ORDER BY n.created_at DESC, n.id DESC LIMIT 1) AS "nextByCreation"
     FROM (
       SELECT number, name_key, created_at, updated_at, id FROM businesses
       WHERE updated_at > $1::timestamptz LIMIT $2
     ) AS b
     ORDER BY ${ORDERS.updated}`,
    [since, most + 1],
  );
  if (changes.length > most) return undefined;
  const condition = 'updated_at > $1::timestamptz';
  return { changes, rows: (await database.query<ColumnRow>(rowsOf(condition), [since])).rows };
}

/** @param bytes four bytes for each number, as encoded by PostgreSQL's int4send */
export function numbersOf(bytes: Buffer): Uint32Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const numbers = new Uint32Array(bytes.length / Uint32Array.BYTES_PER_ELEMENT);
  for (let i = 0; i < numbers.length; i++) numbers[i] = view.getUint32(4 * i);
  return numbers;
}
