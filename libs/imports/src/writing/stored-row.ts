import type { PoolClient } from 'pg';
import type { Statement } from './statements.js';
import type { Values } from './values.js';

/** Last known values of a business in a source. */
export interface StoredRow {
  sourceId: number;
  sourceName: string;
  key: string;
  businessId: string;
  rank: number;
  values: Values;
  digests: string[];
  importId: string | null;
  isMissing: boolean;
  former: FormerRow[];
  /** True if the row comes from another business that an admin merged into this one. */
  isMerged: boolean;
}

/** State of a row before an import changed it. */
export type FormerRow = Pick<StoredRow, 'rank' | 'values' | 'digests' | 'importId' | 'isMissing'>;

/** Part of a row used to detect new values. */
export type RowMark = Pick<StoredRow, 'key' | 'businessId' | 'rank' | 'digests' | 'isMissing'> & {
  postalCode: string | null;
  /** Last confirmation, as `YYYY-MM-DD`. */
  confirmedOn: string | null;
};

export function markOf({ values, ...row }: StoredRow): RowMark {
  const { postalCode = null, confirmed } = values;
  return { ...row, postalCode, confirmedOn: confirmed?.on ?? null };
}

/** Reports whether the row is empty because its source no longer lists it. */
export function isSilent({ values }: Pick<StoredRow, 'values'>): boolean {
  return Object.keys(values).length === 0;
}

type Ranked = Pick<StoredRow, 'isMerged' | 'rank' | 'sourceName' | 'key'>;

/**
 * Compares two rows of a business by precedence: its own rows before merged ones, then by rank,
 * then by source name and key. The order of import doesn't matter.
 */
export function byPrecedence(a: Ranked, b: Ranked): number {
  return (
    Number(a.isMerged) - Number(b.isMerged) ||
    b.rank - a.rank ||
    compare(a.sourceName, b.sourceName) ||
    compare(a.key, b.key)
  );
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

const PLAIN =
  'key, business_id AS "businessId", source_rows.rank, digests, is_missing AS "isMissing"';
const MARK = `${PLAIN}, values->>'postalCode' AS "postalCode",
  values->'confirmed'->>'on' AS "confirmedOn"`;
const ALL = `SELECT ${PLAIN}, source_id AS "sourceId", s.name AS "sourceName", values,
  import_id AS "importId", former, merged_from IS NOT NULL AS "isMerged"
  FROM source_rows JOIN sources s ON s.id = source_id`;

const UPSERT = `INSERT INTO source_rows
    (source_id, key, business_id, rank, values, digests, import_id, is_missing, former)
  SELECT "sourceId", key, "businessId", rank, values, digests, "importId", "isMissing", former
  FROM json_to_recordset($1::json) AS r("sourceId" int, key text, "businessId" uuid, rank smallint,
    values jsonb, digests text[], "importId" uuid, "isMissing" boolean, former jsonb)
  ON CONFLICT (source_id, key) DO UPDATE SET rank = excluded.rank, values = excluded.values,
    digests = excluded.digests, import_id = excluded.import_id,
    is_missing = excluded.is_missing, former = excluded.former`;

/** Returns the marks of a source's rows with the given keys, by key. */
export async function findMarks(
  client: PoolClient,
  sourceId: number,
  keys: readonly string[],
): Promise<Map<string, RowMark>> {
  const { rows } = await client.query<RowMark>(
    `SELECT ${MARK} FROM source_rows WHERE source_id = $1 AND key = ANY($2)`,
    [sourceId, keys],
  );
  return new Map(rows.map((row) => [row.key, row]));
}

/** Returns all source rows of the given businesses. */
export async function findRowsOf(
  client: PoolClient,
  businessIds: readonly string[],
): Promise<StoredRow[]> {
  if (businessIds.length === 0) return [];
  const { rows } = await client.query<StoredRow>(`${ALL} WHERE business_id = ANY($1)`, [
    businessIds,
  ]);
  return rows;
}

/** Returns a page of a source's rows, ordered by key. */
export async function findRowsAfter(
  client: PoolClient,
  sourceId: number,
  after: string,
  limit: number,
): Promise<StoredRow[]> {
  const { rows } = await client.query<StoredRow>(
    `${ALL} WHERE source_id = $1 AND key > $2 ORDER BY key LIMIT $3`,
    [sourceId, after, limit],
  );
  return rows;
}

/** Yields the statements that write changed source rows and delete removed ones. */
export function* writeRows(
  rows: Iterable<StoredRow>,
  gone: Iterable<StoredRow>,
): Generator<Statement> {
  const written = [...rows];
  if (written.length > 0) yield { text: UPSERT, values: [JSON.stringify(written)] };
  const deleted = [...gone];
  if (deleted.length === 0) return;
  yield {
    text: `DELETE FROM source_rows USING unnest($1::int[], $2::text[]) AS gone(source_id, key)
           WHERE source_rows.source_id = gone.source_id AND source_rows.key = gone.key`,
    values: [deleted.map(({ sourceId }) => sourceId), deleted.map(({ key }) => key)],
  };
}

/** Groups rows by business id in the given order. */
export function groupByBusiness<T extends { businessId: string }>(
  rows: readonly T[],
): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const row of rows) {
    const group = groups.get(row.businessId);
    if (group) group.push(row);
    else groups.set(row.businessId, [row]);
  }
  return groups;
}
