import type { Statements } from '#libs/database/src/sql.js';

/** Category of businesses. */
export interface Category {
  slug: string;
  name: string;
  /** Slug of the parent category. */
  parent: string | null;
}

/** Version and size of the directory. */
export interface DirectoryState {
  /** Directory version, see `DirectoryVersion`. */
  version: string;
  /** Update time of the businesses that the transaction of this version changed. */
  changedAt: string;
  categories: Category[];
  /** Highest business number, including removed businesses. */
  highestNumber: number;
}

/** Value of an attribute and the businesses that share it. */
export interface AttributeRow {
  attribute: 'position' | 'place' | 'categories' | 'hours' | 'last';
  /**
   * Encoded value. For `place`, JSON: `[citySlug, city, countySlug, county]`. For `categories`,
   * comma-separated slugs. For `hours`, an int4multirange in PostgreSQL's notation:
   * `{[540,1020),[1980,2460)}`. For `last`, the last of the businesses as the JSON of a `Cursor`.
   */
  value: string;
  /** True if the businesses are open, that is, neither closed nor removed. Set only for `place`. */
  listed: boolean | null;
  /**
   * Numbers of the businesses, encoded by PostgreSQL's int4send. For `position`, each number is
   * followed by latitude and longitude in degrees, encoded by float8send. They are NaN if the
   * location is unknown.
   */
  numbers: Buffer;
}

/** Position in the order in which businesses were changed. */
export interface Cursor {
  updatedAt: string;
  id: string;
}

/** Businesses read by one statement, which takes PostgreSQL 60 ms. */
const BUSINESSES_AT_ONCE = 10_000;

const FIRST_ID = '00000000-0000-0000-0000-000000000000';

export const BEGINNING: Cursor = { updatedAt: '-infinity', id: FIRST_ID };

/** Returns the position of the first business changed at this time. */
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
 * Returns each value once, with all businesses that have it. A row for each business would take
 * much longer.
 */
const READ_ROWS = `
  WITH page AS MATERIALIZED (
    SELECT number, latitude, longitude, city_slug, city, county_slug, county, category_slugs,
      open_minutes, removed_at IS NULL AND status = 'open' AS listed, updated_at, id
    FROM businesses WHERE (updated_at, id) > ($1::timestamptz, $2::uuid)
    ORDER BY updated_at, id LIMIT ${BUSINESSES_AT_ONCE}
  )
  SELECT 'position' AS attribute, '' AS value, NULL AS listed,
    coalesce(string_agg(int4send(number) || float8send(coalesce(latitude, 'NaN'))
      || float8send(coalesce(longitude, 'NaN')), ''), '') AS numbers
  FROM page
  UNION ALL
  SELECT 'place', json_build_array(city_slug, city, county_slug, county)::text, listed,
    string_agg(int4send(number), '')
  FROM page GROUP BY listed, city_slug, city, county_slug, county
  UNION ALL
  SELECT 'categories', array_to_string(category_slugs, ','), NULL, string_agg(int4send(number), '')
  FROM page GROUP BY category_slugs
  UNION ALL
  SELECT 'hours', coalesce(open_minutes, '{}')::text, NULL, string_agg(int4send(number), '')
  FROM page GROUP BY open_minutes
  UNION ALL (
    SELECT 'last', json_build_object('updatedAt', updated_at::text, 'id', id)::text, NULL, ''
    FROM page ORDER BY updated_at, id OFFSET ${BUSINESSES_AT_ONCE - 1}
  )`;

/**
 * Reads a batch of businesses changed after a position, earliest first. Update times follow the
 * commit order of transactions.
 *
 * @returns the rows, and the position to continue from or undefined after the last batch
 */
export async function readRows(
  after: Cursor,
  database: Statements,
): Promise<{ rows: AttributeRow[]; next: Cursor | undefined }> {
  const { rows } = await database.query<AttributeRow>({
    name: 'attributes of businesses',
    text: READ_ROWS,
    values: [after.updatedAt, after.id],
  });
  const last = rows.find(({ attribute }) => attribute === 'last');
  return { rows, next: last && (JSON.parse(last.value) as Cursor) };
}
