import type { PoolClient } from 'pg';
import { v7 as uuidv7 } from 'uuid';
import type { Statements } from '#libs/database/src/sql.js';
import { slugify } from '#libs/text/src/identifiers.js';
import type { Score } from '../matching/score.js';
import { COLUMNS, type StoredBusiness } from './stored-business.js';

/** Columns of a new business, with its category slugs so that no trigger has to add them. */
const WRITTEN = [...COLUMNS.map(([column, type]) => [column, type]), ['category_slugs', 'text[]']];
/** Maximum undecided pairs of likely duplicates. Further ones appear only in import reports. */
const MAX_UNDECIDED = 10_000;
const UNDECIDED = "status IN ('open', 'later')";
const COUNT_UNDECIDED = `(SELECT count(*) FROM duplicates WHERE ${UNDECIDED})`;

export interface LikelyDuplicate extends Score {
  businessId: string;
  otherId: string;
}

/** Name of a category, and the id of a business in it. */
export interface CategoryOfBusiness {
  id: string;
  name: string;
}

const NAMES = WRITTEN.map(([column]) => column);
const RECORDSET = `jsonb_to_recordset($1::jsonb)
  AS r(${WRITTEN.map((pair) => pair.join(' ')).join(', ')}, revision int, removed boolean)`;
/** Columns of a changed business. A trigger sets its category slugs. */
const CHANGEABLE = NAMES.filter((column) => column !== 'id' && column !== 'category_slugs');

const INSERT = `INSERT INTO businesses (${NAMES.join(', ')}, created_at, updated_at)
  SELECT ${NAMES.join(', ')}, $2, $2 FROM ${RECORDSET}`;
const UPDATE = `UPDATE businesses b
  SET ${CHANGEABLE.map((column) => `${column} = r.${column}`).join(', ')}, updated_at = $2,
    removed_at = CASE WHEN r.removed THEN coalesce(b.removed_at, $2) END
  FROM ${RECORDSET} WHERE b.id = r.id AND b.revision = r.revision`;

/** Serialization failure (PostgreSQL, Appendix A). The batch is planned again. */
const CHANGED_MEANWHILE = '40001';

export async function insertBusinesses(
  client: PoolClient,
  businesses: ReadonlySet<StoredBusiness>,
  now: Date,
): Promise<void> {
  if (businesses.size === 0) return;
  await client.query(INSERT, [JSON.stringify(Array.from(businesses, toRecord)), now]);
}

/** @throws a serialization failure if one of the businesses was changed since it was read */
export async function updateBusinesses(
  client: PoolClient,
  businesses: ReadonlySet<StoredBusiness>,
  now: Date,
): Promise<void> {
  if (businesses.size === 0) return;
  const records = JSON.stringify(Array.from(businesses, toRecord));
  const { rowCount } = await client.query(UPDATE, [records, now]);
  if (rowCount === businesses.size) return;
  const error = new Error('A business was changed while it was imported.');
  throw Object.assign(error, { code: CHANGED_MEANWHILE });
}

/**
 * Returns categories by slug of the given names. A name means the category with its slug, else the
 * one that an admin gave that name, else the one that formerly had its slug.
 */
export async function findCategories(
  client: Statements,
  names: readonly string[],
): Promise<Map<string, { id: string; name: string }>> {
  if (names.length === 0) return new Map();
  const { rows } = await client.query<{ slug: string; id: string; name: string }>(
    `WITH named AS (SELECT * FROM unnest($1::text[], $2::text[]) AS n(slug, name))
     SELECT f.slug, c.id, c.name, 1 AS rank FROM former_category_slugs f
       JOIN categories c ON c.id = f.category_id WHERE f.slug = ANY($1)
     UNION ALL
     SELECT named.slug, c.id, c.name, 2 FROM categories c JOIN named ON named.name = c.name
     UNION ALL
     SELECT slug, id, name, 3 FROM categories WHERE slug = ANY($1)
     ORDER BY rank`,
    [names.map((name) => slugify(name)), names],
  );
  return new Map(rows.map(({ slug, id, name }) => [slug, { id, name }]));
}

/** Returns the current and former slugs of all categories, and the slugs of their names. */
export async function categorySlugs(client: PoolClient): Promise<Set<string>> {
  const { rows } = await client.query<{ text: string }>(
    `SELECT slug AS text FROM former_category_slugs
     UNION SELECT slug FROM categories UNION SELECT name FROM categories`,
  );
  return new Set(rows.flatMap(({ text }) => [text, slugify(text)]));
}

export async function countCategories(client: PoolClient): Promise<number> {
  const { rows } = await client.query<{ total: number }>(
    'SELECT count(*)::int AS total FROM categories',
  );
  return rows[0]!.total;
}

export async function addCategory(
  client: PoolClient,
  { slug, name, parentId }: { slug: string; name: string; parentId?: string },
): Promise<void> {
  await client.query(
    `INSERT INTO categories (id, slug, name, parent_id) VALUES ($1, $2, $3, $4)
     ON CONFLICT (slug) DO NOTHING`,
    [uuidv7(), slug, name, parentId],
  );
}

/** Adds businesses to their categories. */
export async function linkCategories(
  client: PoolClient,
  gained: readonly CategoryOfBusiness[],
  categories: ReadonlyMap<string, { id: string }>,
): Promise<void> {
  if (gained.length === 0) return;
  await client.query(
    `INSERT INTO business_categories (business_id, category_id)
     SELECT * FROM unnest($1::uuid[], $2::uuid[]) ON CONFLICT DO NOTHING`,
    [gained.map(({ id }) => id), gained.map(({ name }) => categories.get(slugify(name))?.id)],
  );
}

/** Removes businesses from categories they no longer have. */
export async function unlinkCategories(
  client: PoolClient,
  lost: readonly CategoryOfBusiness[],
): Promise<void> {
  if (lost.length === 0) return;
  const names = lost.map(({ name }) => name);
  const categories = await findCategories(client, names);
  await client.query(
    `DELETE FROM business_categories
     WHERE (business_id, category_id) IN (SELECT * FROM unnest($1::uuid[], $2::uuid[]))`,
    [lost.map(({ id }) => id), names.map((name) => categories.get(slugify(name))?.id)],
  );
}

/**
 * Adds likely duplicates to the queue, best scores first. If the queue is full, pairs with a removed
 * business make room.
 */
export async function writeDuplicates(
  client: PoolClient,
  importId: string | null,
  pairs: readonly LikelyDuplicate[],
  now: Date,
): Promise<void> {
  if (pairs.length === 0) return;
  await client.query(
    `DELETE FROM duplicates d
     WHERE ${COUNT_UNDECIDED} + $1 > ${MAX_UNDECIDED} AND ${UNDECIDED} AND EXISTS
       (SELECT FROM businesses b
        WHERE b.id = ANY (ARRAY[d.first_id, d.second_id]) AND b.removed_at IS NOT NULL)`,
    [pairs.length],
  );
  await client.query(
    `INSERT INTO duplicates (id, first_id, second_id, score, reasons, import_id, created_at)
     SELECT gen_random_uuid(), least("businessId", "otherId"),
       greatest("businessId", "otherId"), score, reasons, $1, $3
     FROM jsonb_to_recordset($2::jsonb)
       AS r("businessId" uuid, "otherId" uuid, score float8, reasons text[])
     ORDER BY score DESC LIMIT greatest(0, ${MAX_UNDECIDED} - ${COUNT_UNDECIDED})
     ON CONFLICT (first_id, second_id) DO NOTHING`,
    [importId, JSON.stringify(pairs), now],
  );
}

function toRecord(business: StoredBusiness): object {
  return {
    // JSON omits undefined values, and PostgreSQL reads missing ones as null.
    ...Object.fromEntries(
      COLUMNS.map(([column, , property]) => [column, business[property] ?? undefined]),
    ),
    category_slugs: business.categories.map((name) => slugify(name)).sort(),
    revision: business.revision,
    removed: business.isRemoved,
  };
}
