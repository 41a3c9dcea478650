import type { PoolClient } from 'pg';
import { COLUMNS, type StoredBusiness } from './stored-business.js';

const NAMES = COLUMNS.map(([column]) => column).join(', ');
const RECORDSET = `json_to_recordset($1::json) AS r(${COLUMNS.map(([column, type]) => `${column} ${type}`).join(', ')})`;
const CHANGEABLE = COLUMNS.map(([column]) => column).filter(
  (column) => !['id', 'slug', 'match_key'].includes(column),
);

const INSERT = `INSERT INTO businesses (${NAMES}, created_at, updated_at)
  SELECT ${NAMES}, $2, $2 FROM ${RECORDSET}`;
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
  const records = Array.from(businesses, (business) =>
    Object.fromEntries(COLUMNS.map(([column, , property]) => [column, business[property]])),
  );
  if (records.length > 0) await client.query(sql, [JSON.stringify(records), now]);
}
