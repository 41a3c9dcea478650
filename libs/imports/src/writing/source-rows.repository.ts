import type { PoolClient } from 'pg';
import type { LocalDate } from '#libs/geography/src/local-date.js';
import { updateCategoryNames } from './categories.js';
import type { ImportSource } from './import-source.js';
import type { RowMark, StoredRow } from './stored-row.js';
import type { FieldChanges, Values } from './values.js';

const PLAIN = `key, business_id AS "businessId", source_rows.rank, digests,
  raw_digest AS "rawDigest", is_missing AS "isMissing"`;
const MARK = `${PLAIN}, values->>'postalCode' AS "postalCode",
  values->'confirmed'->>'on' AS "confirmedOn"`;
const ALL = `SELECT ${PLAIN}, source_id AS "sourceId", s.name AS "sourceName", values, notes,
  import_id AS "importId", former, merged_from AS "mergedFrom"
  FROM source_rows JOIN sources s ON s.id = source_id`;

/** A source row that an import of the same row would leave unchanged, and its business. */
export type UnchangedRow = Pick<StoredRow, 'key' | 'notes'> & {
  rawDigest: string;
  /** Identity of the business. */
  identity: string;
  id: string;
  slug: string;
};

/** The raw row that a source row was cleaned from. */
export type RawRow = Pick<StoredRow, 'sourceId' | 'key' | 'rawDigest' | 'notes'>;

/** An import's changes to a business; null values if the import created it. */
export type Recorded = {
  isOfImport: boolean;
  /** True if the import removed the business, and nobody restored it since. */
  isRemoval: boolean;
} & { [state in keyof FieldChanges]: Values | null };

const UPSERT = `INSERT INTO source_rows
    (source_id, key, business_id, rank, values, digests, raw_digest, notes, import_id, is_missing,
     former, merged_from)
  SELECT "sourceId", key, "businessId", rank, values, digests, "rawDigest", notes, "importId",
    "isMissing", former, "mergedFrom"
  FROM jsonb_to_recordset($1::jsonb) AS r("sourceId" int, key text, "businessId" uuid, rank smallint,
    values jsonb, digests text[], "rawDigest" text, notes text[], "importId" uuid, "isMissing" boolean, former jsonb,
    "mergedFrom" uuid)
  ON CONFLICT (source_id, key) DO UPDATE SET rank = excluded.rank, values = excluded.values,
    digests = excluded.digests, raw_digest = excluded.raw_digest, notes = excluded.notes,
    import_id = excluded.import_id,
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

/**
 * Returns the source's rows that were cleaned from rows with the given digests, and whose businesses
 * an import of the same row would leave unchanged. `OFFSET 0` makes PostgreSQL look up each digest:
 * before it has statistics, it would otherwise read all rows of the source.
 *
 * @param confirmedSince earliest confirmation that is recent enough; null for any
 */
export async function findUnchanged(
  client: PoolClient,
  { id, rank, idColumn }: ImportSource,
  rawDigests: readonly string[],
  confirmedSince: LocalDate | null,
): Promise<UnchangedRow[]> {
  const { rows } = await client.query<UnchangedRow>(
    `SELECT r.raw_digest AS "rawDigest", r.key, r.notes, b.match_key AS identity, b.id, b.slug
     FROM unnest($2::text[]) AS wanted (digest),
       LATERAL (
         SELECT * FROM source_rows WHERE source_id = $1 AND raw_digest = digest OFFSET 0
       ) AS r
       JOIN businesses b ON b.id = r.business_id
     WHERE r.rank = $3 AND NOT r.is_missing
       AND b.removed_at IS NULL AND ($4 OR r.key = b.match_key)
       AND ($5::text IS NULL OR r.values->'confirmed'->>'on' >= $5)`,
    [id, rawDigests, rank, idColumn !== null, confirmedSince],
  );
  return rows;
}

/** Returns all source rows of the given businesses, by business id. */
export async function findRowsOf(
  client: PoolClient,
  businessIds: readonly string[],
): Promise<Map<string, StoredRow[]>> {
  if (businessIds.length === 0) return new Map();
  const { rows } = await client.query<StoredRow>(`${ALL} WHERE business_id = ANY($1)`, [
    businessIds,
  ]);
  const states = rows.flatMap((row) => [row, ...row.former]);
  await updateCategoryNames(
    client,
    states.map(({ values }) => values),
  );
  return groupByBusiness(rows);
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

/** Writes changed source rows and deletes removed ones. */
export async function writeRows(
  client: PoolClient,
  written: ReadonlySet<StoredRow>,
  gone: ReadonlySet<StoredRow>,
): Promise<void> {
  if (written.size > 0) await client.query(UPSERT, [JSON.stringify([...written])]);
  if (gone.size === 0) return;
  const deleted = [...gone];
  await client.query(
    `DELETE FROM source_rows USING unnest($1::int[], $2::text[]) AS gone(source_id, key)
     WHERE source_rows.source_id = gone.source_id AND source_rows.key = gone.key`,
    [deleted.map(({ sourceId }) => sourceId), deleted.map(({ key }) => key)],
  );
}

/** Notes from which rows the values of unchanged rows were cleaned. */
export async function writeRawDigests(client: PoolClient, rows: readonly RawRow[]): Promise<void> {
  if (rows.length === 0) return;
  await client.query(
    `UPDATE source_rows SET raw_digest = r."rawDigest", notes = r.notes
     FROM jsonb_to_recordset($1::jsonb)
       AS r("sourceId" int, key text, "rawDigest" text, notes text[])
     WHERE source_rows.source_id = r."sourceId" AND source_rows.key = r.key`,
    [JSON.stringify(rows)],
  );
}

/** Returns a page of the rows whose last change an import made, ordered by key. */
export async function findRowsOfImport(
  client: PoolClient,
  { importId, sourceId, after }: { importId: string; sourceId: number; after: string },
  limit: number,
): Promise<Pick<StoredRow, 'key' | 'businessId'>[]> {
  const { rows } = await client.query<Pick<StoredRow, 'key' | 'businessId'>>(
    `SELECT key, business_id AS "businessId" FROM source_rows
     WHERE source_id = $1 AND key > $2 AND import_id = $3 ORDER BY key LIMIT $4`,
    [sourceId, after, importId, limit],
  );
  return rows;
}

/** Counts the rows that a later import changed after this one did. */
export async function countRowsChangedLater(
  client: PoolClient,
  importId: string,
  sourceId: number,
): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM source_rows
     WHERE source_id = $1 AND former @> $2::jsonb`,
    [sourceId, JSON.stringify([{ importId }])],
  );
  return rows[0]!.count;
}

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
    `SELECT business_id AS "businessId", import_id = $1 AS "isOfImport", before, after,
       coalesce((after->>'removed')::boolean AND at = removed_at, false) AS "isRemoval"
     FROM import_changes JOIN businesses ON id = business_id
     WHERE business_id = ANY($2) AND NOT is_edit AND (undone_at IS NULL OR import_id = $1)`,
    [importId, ids],
  );
  await updateCategoryNames(
    client,
    rows.flatMap(({ before, after }) => [before ?? {}, after ?? {}]),
  );
  return groupByBusiness(rows);
}

/** An import's changes to a business that a row of it names. */
export type RecordedEdit = FieldChanges & {
  businessId: string;
  /** True if a later import, which is not undone, edited one of the fields. */
  isChangedLater: boolean;
};

/** Returns a page of an import's edits that are not undone, ordered by business. */
export async function findEdits(
  client: PoolClient,
  importId: string,
  after: string,
  limit: number,
): Promise<RecordedEdit[]> {
  const { rows } = await client.query<RecordedEdit>(
    `SELECT business_id AS "businessId", before, after, EXISTS (
       SELECT FROM import_changes later
       WHERE later.business_id = c.business_id AND later.import_id > c.import_id
         AND later.is_edit AND later.undone_at IS NULL
         AND later.before ?| ARRAY(SELECT jsonb_object_keys(c.after))
         AND NOT EXISTS
           (SELECT FROM imports WHERE id = later.import_id AND imports.undone_at IS NOT NULL)
     ) AS "isChangedLater"
     FROM import_changes c
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
 * Records an import's changes to businesses. Merges them with earlier changes by the same import.
 */
export async function writeHistory(
  client: PoolClient,
  importId: string,
  changes: readonly object[],
  now: Date,
): Promise<void> {
  if (changes.length === 0) return;
  await client.query(
    `INSERT INTO import_changes AS c (import_id, business_id, at, before, after, is_edit)
     SELECT $1, "businessId", $3, before, after, "isEdit"
     FROM jsonb_to_recordset($2::jsonb)
       AS r("businessId" uuid, before jsonb, after jsonb, "isEdit" boolean)
     ON CONFLICT (import_id, business_id) DO UPDATE
     SET before = excluded.before || c.before, after = c.after || excluded.after,
       is_edit = c.is_edit OR excluded.is_edit`,
    [importId, JSON.stringify(changes), now],
  );
}

/** Groups rows by business id in the given order. */
function groupByBusiness<T extends { businessId: string }>(rows: readonly T[]): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const row of rows) {
    const group = groups.get(row.businessId);
    if (group) group.push(row);
    else groups.set(row.businessId, [row]);
  }
  return groups;
}
