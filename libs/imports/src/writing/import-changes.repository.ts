import type { PoolClient } from 'pg';
import type { Statement } from './statements.js';
import { groupByBusiness } from './stored-row.js';
import type { FieldChanges, Values } from './values.js';

/** An import's changes to a business; null values if the import created it. */
export type Recorded = { isOfImport: boolean } & { [state in keyof FieldChanges]: Values | null };

/**
 * Returns imports' changes to the given businesses by id, without changes that other undone
 * imports made.
 */
export async function findChanges(
  client: PoolClient,
  importId: string,
  ids: readonly string[],
): Promise<Map<string, Recorded[]>> {
  const { rows } = await client.query<Recorded & { businessId: string }>(
    `SELECT business_id AS "businessId", import_id = $1 AS "isOfImport", before, after
     FROM import_changes
     WHERE business_id = ANY($2) AND NOT is_edit AND (undone_at IS NULL OR import_id = $1)`,
    [importId, ids],
  );
  return groupByBusiness(rows);
}

/** Returns a page of an import's edits that are not undone, ordered by business. */
export async function findEdits(
  client: PoolClient,
  importId: string,
  after: string,
  limit: number,
): Promise<(FieldChanges & { businessId: string })[]> {
  const { rows } = await client.query<FieldChanges & { businessId: string }>(
    `SELECT business_id AS "businessId", before, after FROM import_changes
     WHERE import_id = $1 AND is_edit AND undone_at IS NULL AND business_id > $2
     ORDER BY business_id LIMIT $3`,
    [importId, after, limit],
  );
  return rows;
}

export async function markUndone(
  client: PoolClient,
  importId: string,
  businessIds: readonly string[],
  now: Date,
): Promise<void> {
  await client.query(
    `UPDATE import_changes SET undone_at = $3 WHERE import_id = $1 AND business_id = ANY($2)`,
    [importId, businessIds, now],
  );
}

/**
 * Yields the statement that records an import's changes to businesses. Merges them with earlier
 * changes by the same import.
 */
export function* writeHistory(
  importId: string,
  changes: Iterable<object>,
  now: Date,
): Generator<Statement> {
  const written = [...changes];
  if (written.length === 0) return;
  yield {
    text: `INSERT INTO import_changes AS c (import_id, business_id, at, before, after, is_edit)
           SELECT $1, "businessId", $3, before, after, "isEdit"
           FROM jsonb_to_recordset($2::jsonb)
             AS r("businessId" uuid, before jsonb, after jsonb, "isEdit" boolean)
           ON CONFLICT (import_id, business_id) DO UPDATE
           SET before = excluded.before || c.before, after = c.after || excluded.after,
             is_edit = c.is_edit OR excluded.is_edit`,
    values: [importId, JSON.stringify(written), now],
  };
}
