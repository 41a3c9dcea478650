import type { Statements } from '#libs/database/src/sql.js';

/** A kind of business. */
export interface Category {
  slug: string;
  name: string;
  /** The slug of the category above. */
  parent: string | null;
}

/** What the database is at, and how much it holds. */
export interface DirectoryState {
  /** Of `DirectoryVersion`. */
  version: string;
  /** What the businesses that the version's transaction changed are stamped with. */
  changedAt: string;
  categories: Category[];
  /** Of all businesses, removed ones too. */
  highestNumber: number;
}

/**
 * Attributes of some businesses: a column of numbers an attribute, as PostgreSQL's int4send and
 * float8send have them (the highest byte first), each in the same order. Where
 * `count` is 0, there are no columns.
 */
export interface AttributeRows {
  count: number;
  numbers: Buffer;
  /** Degrees; NaN where the place is not known. */
  latitudes: Buffer;
  longitudes: Buffer;
  /** 1 for each that is open for business; 0 for one that is closed or removed. */
  listed: Buffer;
  /** Of each its index in `…Texts`. */
  places: Buffer;
  categories: Buffer;
  hours: Buffer;
  /** JSON: `[citySlug, city, countySlug, county]`. */
  placeTexts: string[];
  /** Slugs with commas between them. */
  categoryTexts: string[];
  /** As PostgreSQL writes an int4multirange: `{[540,1020),[1980,2460)}`. */
  hoursTexts: string[];
  /** The last of these businesses; null when there may be no more. */
  last: Cursor | null;
}

/** A place in the order in which businesses were changed. */
export interface Cursor {
  updatedAt: string;
  id: string;
}

/** So many are read by one statement, which takes about 20 ms of PostgreSQL. */
const ROWS_AT_ONCE = 10_000;

const FIRST_ID = '00000000-0000-0000-0000-000000000000';

export const BEGINNING: Cursor = { updatedAt: '-infinity', id: FIRST_ID };

/** The first of those changed then. */
export function changedAt(time: string): Cursor {
  return { updatedAt: time, id: FIRST_ID };
}

export async function readState(database: Statements): Promise<DirectoryState> {
  const { rows } = await database.query<DirectoryState>(
    `SELECT version::text, changed_at::text AS "changedAt",
       (SELECT coalesce(max(number), 0) FROM businesses) AS "highestNumber",
       (SELECT coalesce(json_agg(json_build_object('slug', c.slug, 'name', c.name, 'parent', p.slug)), '[]')
        FROM categories c LEFT JOIN categories p ON p.id = c.parent_id) AS categories
     FROM directory_version`,
  );
  return rows[0]!;
}

/**
 * As few values instead of as many rows: columns of numbers as bytes, and each text once. (Times of
 * updates are in the order in which their transactions commit.)
 */
const READ_ROWS = `
  WITH page AS MATERIALIZED (
    SELECT number, latitude, longitude, updated_at, id,
      removed_at IS NULL AND status = 'open' AS listed,
      json_build_array(city_slug, city, county_slug, county)::text AS place,
      array_to_string(category_slugs, ',') AS categories,
      coalesce(open_minutes, '{}')::text AS hours
    FROM businesses WHERE (updated_at, id) > ($1::timestamptz, $2::uuid)
    ORDER BY updated_at, id LIMIT ${ROWS_AT_ONCE}
  ), places AS (
    SELECT place, row_number() OVER () - 1 AS index FROM (SELECT DISTINCT place FROM page) AS each
  ), category_sets AS (
    SELECT categories, row_number() OVER () - 1 AS index FROM (SELECT DISTINCT categories FROM page) AS each
  ), patterns AS (
    SELECT hours, row_number() OVER () - 1 AS index FROM (SELECT DISTINCT hours FROM page) AS each
  )
  SELECT columns.*,
    (SELECT coalesce(json_agg(place ORDER BY index), '[]') FROM places) AS "placeTexts",
    (SELECT coalesce(json_agg(categories ORDER BY index), '[]') FROM category_sets) AS "categoryTexts",
    (SELECT coalesce(json_agg(hours ORDER BY index), '[]') FROM patterns) AS "hoursTexts",
    (SELECT json_build_object('updatedAt', updated_at::text, 'id', id) FROM page
     ORDER BY updated_at, id OFFSET ${ROWS_AT_ONCE - 1}) AS last
  FROM (
    SELECT count(*)::int AS count,
      string_agg(int4send(number), '') AS numbers,
      string_agg(float8send(coalesce(latitude, 'NaN')), '') AS latitudes,
      string_agg(float8send(coalesce(longitude, 'NaN')), '') AS longitudes,
      string_agg(int4send(listed::int), '') AS listed,
      string_agg(int4send(places.index::int), '') AS places,
      string_agg(int4send(category_sets.index::int), '') AS categories,
      string_agg(int4send(patterns.index::int), '') AS hours
    FROM page JOIN places USING (place) JOIN category_sets USING (categories)
      JOIN patterns USING (hours)
  ) AS columns`;

/** Businesses that were changed after another, or at its time with a higher id: the earliest first. */
export async function readRows(after: Cursor, database: Statements): Promise<AttributeRows> {
  const { rows } = await database.query<AttributeRows>({
    name: 'attributes of businesses',
    text: READ_ROWS,
    values: [after.updatedAt, after.id],
  });
  return rows[0]!;
}
