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

/** More changes than this, and a list is read anew rather than changed. */
const MAX_CHANGES = 200;

/**
 * The businesses updated since, the last in order first: so what comes after each is in its place
 * before it is. (The times of updates are in the order in which their transactions commit.)
 *
 * @returns undefined when there are too many
 */
export async function readChanges(
  criteria: BusinessCriteria,
  resolution: Resolution,
  since: string,
  database: Statements,
): Promise<Change[] | undefined> {
  const parameters = new SqlParameters();
  const filter = businessFilter(criteria, resolution, parameters);
  const changed = `
    SELECT b.number, b.name_key, b.created_at, b.updated_at, b.id, coalesce(${filter}, false) AS "isMatch"
    FROM businesses b WHERE b.updated_at >= ${parameters.add(since)}::timestamptz
    LIMIT ${MAX_CHANGES + 1}`;
  const { next, backwards } = neighbours(criteria.sort, filter);
  const { rows } = await database.query<Change>(
    `SELECT changed.number, changed."isMatch", ${next} AS next FROM (${changed}) AS changed ${backwards}`,
    parameters.values,
  );
  return rows.length > MAX_CHANGES ? undefined : rows;
}

/** How to find what comes after a row `changed`, and the order in which to do so. */
function neighbours(sort: BusinessCriteria['sort'], filter: string) {
  if (!isIndexed(sort)) return { next: 'NULL', backwards: '' };
  const { columns, direction } = INDEXED_ORDERS[sort];
  const [isAfter, opposite] = direction === 'ASC' ? ['>', 'DESC'] : ['<', 'ASC'];
  const of = (row: string, way = '') =>
    columns.map((column) => `${row}.${column} ${way}`).join(', ');
  return {
    next: `CASE WHEN changed."isMatch" THEN (
      SELECT b.number FROM businesses b WHERE ${filter} AND (${of('b')}) ${isAfter} (${of('changed')})
      ORDER BY ${of('b', direction)} LIMIT 1) END`,
    backwards: `ORDER BY ${of('changed', opposite)}`,
  };
}
