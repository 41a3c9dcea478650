import { SqlParameters, type Statements } from '#libs/database/src/sql.js';
import type { BusinessCriteria } from './business-criteria.js';
import { businessFilter } from './business-filter.sql.js';
import { INDEXED_ORDERS, isIndexed } from './business-order.sql.js';
import type { Resolution } from './resolve.js';

/** Business that was created, changed or removed. */
export interface Change {
  number: number;
  isMatch: boolean;
  /** Next business in the list. Null at the end of the list, or if the order has no index. */
  next: number | null;
}

/** Number of listed businesses that can be reread in the time of reading one change. */
const LISTED_PER_CHANGE = 50;
/** Maximum number of changes that short and long lists apply. */
const [FEW_CHANGES, MANY_CHANGES] = [200, 5_000];

/** Returns the number of changes beyond which a list of this size is reread instead of updated. */
export function mostChanges(total: number): number {
  return Math.min(Math.max(FEW_CHANGES, Math.floor(total / LISTED_PER_CHANGE)), MANY_CHANGES);
}

/**
 * Reads the businesses updated since a time. Update times follow the commit order of transactions,
 * and no two transactions share one.
 *
 * @returns undefined if there are more than `most`
 */
export async function readChanges(
  criteria: BusinessCriteria,
  resolution: Resolution,
  since: string,
  most: number,
  database: Statements,
): Promise<Change[] | undefined> {
  // Count first, which is cheap, so that little is wasted if the list must be reread.
  const { rows: counted } = await database.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM (
       SELECT FROM businesses WHERE updated_at > $1::timestamptz LIMIT ${most + 1}) AS changed`,
    [since],
  );
  if (counted[0]!.count > most) return undefined;
  const parameters = new SqlParameters();
  const filter = businessFilter(criteria, resolution, parameters);
  // Changes may have been added since the count.
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

/** Returns a SQL expression for the business after a matching row `changed`. */
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
