import type { PoolClient } from 'pg';
import { slugify } from '#libs/text/src/slug.js';
import { COLUMNS, type StoredBusiness } from './stored-business.js';

/** What is written of a business; its categories' slugs, too, so that no trigger has to add them. */
const WRITTEN = [...COLUMNS.map(([column, type]) => [column, type]), ['category_slugs', 'text[]']];
/** Serialization failure (PostgreSQL, Appendix A): the batch is planned anew. */
const CHANGED_MEANWHILE = '40001';
const NAMES = WRITTEN.map(([column]) => column);
const RECORDSET = `json_to_recordset($1::json)
  AS r(${WRITTEN.map((pair) => pair.join(' ')).join(', ')}, revision int)`;
const CHANGEABLE = NAMES.filter((column) => column !== 'id');

const INSERT = `INSERT INTO businesses (${NAMES.join(', ')}, created_at, updated_at)
  SELECT ${NAMES.join(', ')}, $2, $2 FROM ${RECORDSET}`;
const UPDATE = `UPDATE businesses b
  SET ${CHANGEABLE.map((column) => `${column} = r.${column}`).join(', ')}, updated_at = $2
  FROM ${RECORDSET} WHERE b.id = r.id AND b.revision = r.revision`;

/** Writes new businesses in one statement. */
export async function insertBusinesses(
  client: PoolClient,
  businesses: Iterable<StoredBusiness>,
  now: Date,
): Promise<void> {
  await write(client, INSERT, businesses, now);
}

/**
 * Writes changed businesses in one statement.
 *
 * @throws a serialization failure where somebody changed one of them since it was read
 */
export async function updateBusinesses(
  client: PoolClient,
  businesses: ReadonlySet<StoredBusiness>,
  now: Date,
): Promise<void> {
  const written = await write(client, UPDATE, businesses, now);
  if (written === businesses.size) return;
  const error = new Error('A business was changed while it was imported.');
  throw Object.assign(error, { code: CHANGED_MEANWHILE });
}

/** Leaves tombstones of businesses that are removed now, and takes away those of the others. */
export async function setRemoved(
  client: PoolClient,
  businesses: readonly StoredBusiness[],
  now: Date,
): Promise<void> {
  if (businesses.length === 0) return;
  await client.query(
    `UPDATE businesses b SET removed_at = CASE WHEN r.removed THEN $3::timestamptz END
     FROM unnest($1::uuid[], $2::boolean[]) AS r(id, removed) WHERE b.id = r.id`,
    [businesses.map(({ id }) => id), businesses.map(({ isRemoved }) => isRemoved), now],
  );
}

/** Remembers what an import changes of businesses, together with what it changed of them before. */
export async function writeHistory(
  client: PoolClient,
  importId: string,
  changes: Iterable<object>,
  now: Date,
): Promise<void> {
  const written = [...changes];
  if (written.length === 0) return;
  await client.query(
    `INSERT INTO import_changes AS c (import_id, business_id, at, before, after)
     SELECT $1, "businessId", $3, before, after
     FROM json_to_recordset($2::json) AS r("businessId" uuid, before jsonb, after jsonb)
     ON CONFLICT (import_id, business_id) DO UPDATE
     SET before = excluded.before || c.before, after = c.after || excluded.after`,
    [importId, JSON.stringify(written), now],
  );
}

async function write(
  client: PoolClient,
  sql: string,
  businesses: Iterable<StoredBusiness>,
  now: Date,
): Promise<number> {
  const records = Array.from(businesses, (business) => ({
    ...Object.fromEntries(COLUMNS.map(([column, , property]) => [column, business[property]])),
    category_slugs: business.categories.map((name) => slugify(name)).sort(),
    revision: business.revision,
  }));
  if (records.length === 0) return 0;
  const { rowCount } = await client.query(sql, [JSON.stringify(records), now]);
  return rowCount!;
}
