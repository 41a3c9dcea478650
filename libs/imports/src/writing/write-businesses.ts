import type { PoolClient } from 'pg';
import { slugify } from '#libs/text/src/slug.js';
import { COLUMNS, type StoredBusiness } from './stored-business.js';

/** What is written of a business; its categories' slugs, too, so that no trigger has to add them. */
const WRITTEN = [...COLUMNS.map(([column, type]) => [column, type]), ['category_slugs', 'text[]']];
const NAMES = WRITTEN.map(([column]) => column);
const RECORDSET = `json_to_recordset($1::json) AS r(${WRITTEN.map((pair) => pair.join(' ')).join(', ')})`;
const CHANGEABLE = NAMES.filter((column) => !['id', 'slug', 'match_key'].includes(column!));

const INSERT = `INSERT INTO businesses (${NAMES.join(', ')}, created_at, updated_at)
  SELECT ${NAMES.join(', ')}, $2, $2 FROM ${RECORDSET}`;
const UPDATE = `UPDATE businesses b
  SET ${CHANGEABLE.map((column) => `${column} = r.${column}`).join(', ')}, updated_at = $2
  FROM ${RECORDSET} WHERE b.id = r.id`;

/** Writes new businesses in one statement. */
export async function insertBusinesses(
  client: PoolClient,
  businesses: Iterable<StoredBusiness>,
  now: Date,
): Promise<void> {
  await write(client, INSERT, businesses, now);
}

/** Writes changed businesses in one statement; slug and identity stay. */
export async function updateBusinesses(
  client: PoolClient,
  businesses: Iterable<StoredBusiness>,
  now: Date,
): Promise<void> {
  await write(client, UPDATE, businesses, now);
}

async function write(
  client: PoolClient,
  sql: string,
  businesses: Iterable<StoredBusiness>,
  now: Date,
): Promise<void> {
  const records = Array.from(businesses, (business) => ({
    ...Object.fromEntries(COLUMNS.map(([column, , property]) => [column, business[property]])),
    category_slugs: business.categories.map((name) => slugify(name)).sort(),
  }));
  if (records.length > 0) await client.query(sql, [JSON.stringify(records), now]);
}
