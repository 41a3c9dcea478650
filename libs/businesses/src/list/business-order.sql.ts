import type { SqlParameters } from '#libs/database/src/sql.js';
import type { BusinessCriteria } from './business-criteria.js';
import { distanceFrom } from './business-filter.sql.js';
import type { Resolution } from './resolve.js';

/** An order of rows `b` of businesses in which no two are equal. */
export function businessOrder(
  { sort, point }: BusinessCriteria,
  resolution: Resolution,
  parameters: SqlParameters,
): string {
  if (sort === 'distance') return `${distanceFrom(point!, parameters)} NULLS LAST, b.id`;
  if (!isIndexed(sort)) return `${relevance(resolution, parameters)} DESC, b.name_key, b.id`;
  const { columns, direction } = INDEXED_ORDERS[sort];
  return columns.map((column) => `b.${column} ${direction}`).join(', ');
}

/** Orders that an index keeps. */
export const INDEXED_ORDERS = {
  name: { columns: ['name_key', 'id'], direction: 'ASC' },
  newest: { columns: ['created_at', 'id'], direction: 'DESC' },
  updated: { columns: ['updated_at', 'id'], direction: 'DESC' },
} as const;

export function isIndexed(sort: BusinessCriteria['sort']): sort is keyof typeof INDEXED_ORDERS {
  return sort in INDEXED_ORDERS;
}

/**
 * A name that is what was sought, then names that begin with it, then those with all the words in
 * them, then businesses with all of them in name and categories. (`ts_rank` tells little more of
 * records this short, at six times the cost of all else.)
 */
function relevance(
  { folded, inName, inNameOrCategory }: Resolution,
  parameters: SqlParameters,
): string {
  const name = `${parameters.add(folded)}::text`;
  return `CASE
    WHEN b.name_key = ${name} THEN 4
    WHEN starts_with(b.name_key, ${name}) THEN 3
    WHEN b.search @@ ${parameters.add(inName)}::tsquery THEN 2
    WHEN b.search @@ ${parameters.add(inNameOrCategory)}::tsquery THEN 1
    ELSE 0 END`;
}
