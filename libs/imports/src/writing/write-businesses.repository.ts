import { slugify } from '#libs/text/src/identifiers.js';
import type { Score } from '../matching/score.js';
import type { Statement } from './statements.js';
import { COLUMNS, type StoredBusiness } from './stored-business.js';

/**
 * Columns written for a business. Category slugs are included so that no trigger has to add them.
 */
const WRITTEN = [...COLUMNS.map(([column, type]) => [column, type]), ['category_slugs', 'text[]']];
/** Maximum undecided pairs of likely duplicates. Further ones appear only in import reports. */
const MAX_UNDECIDED = 10_000;
const UNDECIDED = "status IN ('open', 'later')";
const COUNT_UNDECIDED = `(SELECT count(*) FROM duplicates WHERE ${UNDECIDED})`;

export interface LikelyDuplicate extends Score {
  businessId: string;
  otherId: string;
}

const NAMES = WRITTEN.map(([column]) => column);
const RECORDSET = `jsonb_to_recordset($1::jsonb)
  AS r(${WRITTEN.map((pair) => pair.join(' ')).join(', ')}, revision int)`;
const CHANGEABLE = NAMES.filter((column) => column !== 'id');

const INSERT = `INSERT INTO businesses (${NAMES.join(', ')}, created_at, updated_at)
  SELECT ${NAMES.join(', ')}, $2, $2 FROM ${RECORDSET}`;
const UPDATE = `UPDATE businesses b
  SET ${CHANGEABLE.map((column) => `${column} = r.${column}`).join(', ')}, updated_at = $2
  FROM ${RECORDSET} WHERE b.id = r.id AND b.revision = r.revision`;

/** Yields the statement that inserts new businesses. */
export function* insertBusinesses(
  businesses: ReadonlySet<StoredBusiness>,
  now: Date,
): Generator<Statement> {
  if (businesses.size === 0) return;
  yield { text: INSERT, values: [JSON.stringify(Array.from(businesses, toRecord)), now] };
}

/**
 * Yields the statement that updates businesses. Running it fails if one of them was changed since
 * it was read.
 */
export function* updateBusinesses(
  businesses: ReadonlySet<StoredBusiness>,
  now: Date,
): Generator<Statement> {
  if (businesses.size === 0) return;
  const records = Array.from(businesses, toRecord);
  yield { text: UPDATE, values: [JSON.stringify(records), now], rows: businesses.size };
}

/** Yields the statement that marks businesses as removed or restores them. */
export function* setRemoved(
  businesses: readonly StoredBusiness[],
  now: Date,
): Generator<Statement> {
  if (businesses.length === 0) return;
  yield {
    text: `UPDATE businesses b SET removed_at = CASE WHEN r.removed THEN $3::timestamptz END
           FROM unnest($1::uuid[], $2::boolean[]) AS r(id, removed) WHERE b.id = r.id`,
    values: [businesses.map(({ id }) => id), businesses.map(({ isRemoved }) => isRemoved), now],
  };
}

/**
 * Yields the statements that add likely duplicates to the queue, best scores first. If the queue is
 * full, pairs with a removed business make room.
 */
export function* writeDuplicates(
  importId: string | null,
  pairs: readonly LikelyDuplicate[],
  now: Date,
): Generator<Statement> {
  if (pairs.length === 0) return;
  yield {
    text: `DELETE FROM duplicates d
           WHERE ${COUNT_UNDECIDED} + $1 > ${MAX_UNDECIDED} AND ${UNDECIDED} AND EXISTS
             (SELECT FROM businesses b
              WHERE b.id = ANY (ARRAY[d.first_id, d.second_id]) AND b.removed_at IS NOT NULL)`,
    values: [pairs.length],
  };
  yield {
    text: `INSERT INTO duplicates (id, first_id, second_id, score, reasons, import_id, created_at)
           SELECT gen_random_uuid(), least("businessId", "otherId"),
             greatest("businessId", "otherId"), score, reasons, $1, $3
           FROM jsonb_to_recordset($2::jsonb)
             AS r("businessId" uuid, "otherId" uuid, score float8, reasons text[])
           ORDER BY score DESC LIMIT greatest(0, ${MAX_UNDECIDED} - ${COUNT_UNDECIDED})
           ON CONFLICT (first_id, second_id) DO NOTHING`,
    values: [importId, JSON.stringify(pairs), now],
  };
}

function toRecord(business: StoredBusiness): object {
  return {
    // JSON omits undefined values, and PostgreSQL reads missing ones as null.
    ...Object.fromEntries(
      COLUMNS.map(([column, , property]) => [column, business[property] ?? undefined]),
    ),
    category_slugs: business.categories.map((name) => slugify(name)).sort(),
    revision: business.revision,
  };
}
