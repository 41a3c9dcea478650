import type { SqlParameters } from '#libs/database/src/sql.js';
import type { BusinessCriteria } from './business-criteria.js';
import { distanceFrom, matches } from './business-filter.sql.js';
import type { Resolution } from './resolve.js';

/** An order of rows `b` of businesses in which no two are equal. */
export function businessOrder(
  { sort, point }: BusinessCriteria,
  resolution: Resolution,
  parameters: SqlParameters,
): string {
  if (sort === 'distance') return `${distanceFrom(point!, parameters)} NULLS LAST, b.id`;
  if (!isIndexed(sort)) return `${relevance(resolution, parameters)}, b.id`;
  const { columns, direction } = INDEXED_ORDERS[sort];
  return columns.map((column) => `b.${column} ${direction}`).join(', ');
}

/** The first character that may stand for how good a business is; it is printable. */
const FIRST_CHARACTER = 33;

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
 * The best first, and those that are as good by their names: as one text, since PostgreSQL compares
 * the beginnings of the first thing to be sorted by as numbers, and sorts in two thirds of the time.
 *
 * A name that is what was sought goes first. Then come businesses in the city that was named, and of
 * those, as of the others, names that begin with what was sought and what the search says is better;
 * after them what has only most of it. (`ts_rank` tells little more of records this short, at six times
 * the cost of all else.)
 */
function relevance({ search, includesMost }: Resolution, parameters: SqlParameters): string {
  const { names, better, all, most, city } = search!;
  const sought = parameters.add(names);
  const first = (queries: readonly string[], best: number) =>
    queries.map((query, i) => `WHEN ${matches(query, parameters)} THEN ${best - i}`).join('\n');
  const begins = names.map(
    (_, i) => `starts_with(b.name_key, (${sought}::text[])[${i + 1}] || ' ')`,
  );
  const inOrder = `CASE WHEN ${begins.join(' OR ')} THEN ${better.length + 1} ${first(better, better.length)} ELSE 0 END`;
  // Most of those that lack something are none of the better ones: one look tells that.
  const rank = includesMost
    ? `CASE WHEN ${matches(all!, parameters)} THEN ${inOrder} ${first(most!.better, -1)} ELSE ${-1 - most!.better.length} END`
    : inOrder;
  const places = better.length + 2 + (includesMost ? most!.better.length + 1 : 0);
  const ofCity =
    city === null
      ? ''
      : ` + CASE WHEN b.city_slug = ${parameters.add(city)} THEN ${places} ELSE 0 END`;
  const best = 2 * places;
  const points = `CASE WHEN b.name_key = ANY (${sought}::text[]) THEN ${best} ELSE ${rank}${ofCity} END`;
  return `(chr(${FIRST_CHARACTER + best} - (${points})) || b.name_key) COLLATE "C"`;
}
