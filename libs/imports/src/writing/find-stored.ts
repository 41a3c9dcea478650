import type { PoolClient } from 'pg';
import { COLUMNS, type StoredBusiness } from './stored-business.js';

const SELECTED = COLUMNS.map(([column, , property]) =>
  column === 'established_on'
    ? `to_char(b.${column}, 'YYYY-MM-DD') AS "${property}"`
    : `b.${column} AS "${property}"`,
).join(', ');

/** The businesses that the directory has under the given identities. */
export async function findStored(
  client: PoolClient,
  matchKeys: readonly string[],
): Promise<StoredBusiness[]> {
  const { rows } = await client.query<StoredBusiness>(
    `SELECT ${SELECTED}, b.removed_at IS NOT NULL AS "isRemoved",
       ARRAY(SELECT c.name FROM business_categories bc JOIN categories c ON c.id = bc.category_id
             WHERE bc.business_id = b.id ORDER BY c.name) AS categories
     FROM businesses b WHERE b.match_key = ANY($1)`,
    [matchKeys],
  );
  return rows;
}
