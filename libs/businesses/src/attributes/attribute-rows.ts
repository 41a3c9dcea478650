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
  /** The version of the directory that was read, see `DirectoryVersion`. */
  version: string;
  /** What the businesses that the version's transaction changed are stamped with. */
  changedAt: string;
  categories: Category[];
  /** The highest number of all businesses, removed ones too. */
  highestNumber: number;
}

/** What some businesses have in common. */
export interface AttributeRow {
  attribute: 'position' | 'place' | 'categories' | 'hours' | 'last';
  /**
   * For `place`, JSON: `[citySlug, city, countySlug, county]`. For `categories`, slugs with commas
   * between them. For `hours`, an int4multirange as PostgreSQL writes it: `{[540,1020),[1980,2460)}`.
   * For `last`, the last of these businesses, a `Cursor` as JSON.
   */
  value: string;
  /** For `place`: whether they are open for business, rather than closed or removed. */
  listed: boolean | null;
  /**
   * The businesses' numbers, as PostgreSQL's int4send has them. For `position`, each is followed by
   * its latitude and longitude in degrees, as float8send has them: NaN where its place is not known.
   */
  numbers: Buffer;
}

/** A place in the order in which businesses were changed. */
export interface Cursor {
  updatedAt: string;
  id: string;
}

/** So many are read by one statement, which takes PostgreSQL 60 ms. */
const BUSINESSES_AT_ONCE = 10_000;

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

/** Each value once, with all that have it: a row for each business would take much longer. */
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
 * Reads businesses that were changed after another, or at its time with a higher id: the earliest
 * first. (They are stamped in the order in which their transactions commit.)
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
