import type { SqlParameters } from '#libs/database/src/sql.js';
import type { BusinessCriteria } from './business-criteria.js';
import { distanceFrom } from './business-filter.sql.js';
import type { UnderstoodSearch } from '../search/understand-search.js';
import type { Resolution } from './resolve.js';

/** An order of rows `b` of businesses in which no two are equal. */
export function businessOrder(
  { sort, point }: BusinessCriteria,
  resolution: Resolution,
  parameters: SqlParameters,
): string {
  if (sort === 'distance') return `${distanceFrom(point!, parameters)} NULLS LAST, b.id`;
  if (!isIndexed(sort))
    return `${relevance(resolution.search!, parameters)} DESC, b.name_key, b.id`;
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
 * A name that is what was sought goes first. Then come businesses in the city that was named, and of
 * those, as of the others, names that begin with what was sought and what the search says is better.
 * (`ts_rank` tells little more of records this short, at six times the cost of all else.)
 */
function relevance({ names, better, city }: UnderstoodSearch, parameters: SqlParameters): string {
  const sought = parameters.add(names);
  const places = better.length + 1;
  return `CASE WHEN b.name_key = ANY (${sought}::text[]) THEN ${2 * places}
    ELSE ${city === null ? '0' : `CASE WHEN b.city_slug = ${parameters.add(city)} THEN ${places} ELSE 0 END`}
      + CASE
        WHEN ${names.map((_, i) => `starts_with(b.name_key, (${sought}::text[])[${i + 1}] || ' ')`).join(' OR ')} THEN ${better.length}
        ${better.map((query, i) => `WHEN b.search_vector @@ ${parameters.add(query)}::tsquery THEN ${better.length - 1 - i}`).join('\n        ')}
        ELSE -1 END
    END`;
}
