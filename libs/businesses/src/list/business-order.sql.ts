import type { SqlParameters } from '#libs/database/src/sql-parameters.js';
import type { BusinessCriteria } from './business-criteria.js';
import { distanceFrom } from './business-filter.sql.js';

/** An order of rows `b` of businesses in which no two are equal. */
export function businessOrder(criteria: BusinessCriteria, parameters: SqlParameters): string {
  switch (criteria.sort) {
    case 'name':
      return 'b.name_key, b.id';
    case 'newest':
      return 'b.created_at DESC, b.id DESC';
    case 'updated':
      return 'b.updated_at DESC, b.id DESC';
    case 'distance':
      return `${distanceFrom(criteria.point!, parameters)} NULLS LAST, b.id`;
    case 'relevance':
      return `${relevance(parameters.add(criteria.q))} DESC, b.name_key, b.id`;
  }
}

/** A name that is what was sought comes first, then names that begin with it, then the better match. */
function relevance(q: string): string {
  return `(
    CASE WHEN b.name_key = fold(${q}) THEN 2 WHEN starts_with(b.name_key, fold(${q})) THEN 1 ELSE 0 END
    + ts_rank('{0.05, 0.2, 0.4, 1}', b.search, (SELECT search_query(${q}))))`;
}
