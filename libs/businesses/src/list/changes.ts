import { SqlParameters, type Statements } from '#libs/database/src/sql.js';
import type { BusinessCriteria } from './business-criteria.js';
import { businessFilter } from './business-filter.sql.js';
import { INDEXED_ORDERS, isIndexed } from './business-order.sql.js';
import type { Resolution } from './resolve.js';

/** A business that was made, changed or removed. */
export interface Change {
  number: number;
  isMatch: boolean;
  /** What comes right after it in the list: null for nothing, and where no index keeps the order. */
  next: number | null;
}

/** To read a change takes at most as long as to read so many businesses of a list anew. */
const LISTED_PER_CHANGE = 50;
/** What is followed of any list, and of the longest. */
const [FEW_CHANGES, MANY_CHANGES] = [200, 5_000];

/** More changes than this, and a list of so many businesses is read anew rather than changed. */
export function mostChanges(total: number): number {
  return Math.min(Math.max(FEW_CHANGES, Math.floor(total / LISTED_PER_CHANGE)), MANY_CHANGES);
}

/**
 * The businesses updated since. (The times of updates are in the order in which their transactions
 * commit, and no two transactions have the same.)
 *
 * @returns undefined when they are more than `most`
 */
export async function readChanges(
  criteria: BusinessCriteria,
  resolution: Resolution,
  since: string,
  most: number,
  database: Statements,
): Promise<Change[] | undefined> {
  // Counted first, which is cheap: a list that is read anew has cost little before.
  const { rows: counted } = await database.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM (
       SELECT FROM businesses WHERE updated_at > $1::timestamptz LIMIT ${most + 1}) AS changed`,
    [since],
  );
  if (counted[0]!.count > most) return undefined;
  const parameters = new SqlParameters();
  const filter = businessFilter(criteria, resolution, parameters);
  // More may have come since.
  const changed = `
    SELECT b.number, b.name_key, b.created_at, b.updated_at, b.id, coalesce(${filter}, false) AS "isMatch"
    FROM businesses b WHERE b.updated_at > ${parameters.add(since)}::timestamptz
    LIMIT ${most + 1}`;
  const { rows } = await database.query<Change>(
    `SELECT changed.number, changed."isMatch", ${nextOf(criteria.sort, filter)} AS next
     FROM (${changed}) AS changed`,
    parameters.values,
  );
  return rows.length > most ? undefined : rows;
}

/** What comes after a row `changed` that matches. */
function nextOf(sort: BusinessCriteria['sort'], filter: string): string {
  if (!isIndexed(sort)) return 'NULL';
  const { columns, direction } = INDEXED_ORDERS[sort];
  const isAfter = direction === 'ASC' ? '>' : '<';
  const of = (row: string, way = '') =>
    columns.map((column) => `${row}.${column} ${way}`).join(', ');
  return `CASE WHEN changed."isMatch" THEN (
    SELECT b.number FROM businesses b WHERE ${filter} AND (${of('b')}) ${isAfter} (${of('changed')})
    ORDER BY ${of('b', direction)} LIMIT 1) END`;
}
