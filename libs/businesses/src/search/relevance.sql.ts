import type { SqlParameters } from '#libs/database/src/sql.js';
import type { SearchQueries } from './build-search.js';

/**
 * Returns the SQL condition that a row `d` of search_documents matches.
 *
 * @param query tsquery in PostgreSQL's notation
 */
export function isMatch(query: string, parameters: SqlParameters): string {
  return `d.vector @@ ${parameters.add(query)}::tsquery`;
}

/**
 * Returns a SQL expression for the relevance of a row `d` of search_documents, an integer.
 *
 * A name equal to the search comes first. Businesses in the city of the search come before others.
 * Within both groups, names that start with the search come first, followed by better matches and
 * then by partial matches. `ts_rank` would add little for records this short, at six times the
 * cost of the rest.
 */
export function relevance(
  { names, better, all, most, city }: SearchQueries,
  includesMost: boolean,
  parameters: SqlParameters,
): string {
  const wanted = parameters.add(names);
  const first = (queries: readonly string[], best: number) =>
    queries.map((query, i) => `WHEN ${isMatch(query, parameters)} THEN ${best - i}`).join('\n');
  const begins = names.map(
    (_, i) => `starts_with(d.name_key, (${wanted}::text[])[${i + 1}] || ' ')`,
  );
  const inOrder = `CASE WHEN ${begins.join(' OR ')} THEN ${better.length + 1} ${first(better, better.length)} ELSE 0 END`;
  // Most partial matches are not among the better ones, which one comparison decides.
  const rank = includesMost
    ? `CASE WHEN ${isMatch(all!, parameters)} THEN ${inOrder} ${first(most!.better, -1)} ELSE ${-1 - most!.better.length} END`
    : inOrder;
  const places = better.length + 2 + (includesMost ? most!.better.length + 1 : 0);
  const ofCity =
    city === null
      ? ''
      : ` + CASE WHEN d.city_slug = ${parameters.add(city)} THEN ${places} ELSE 0 END`;
  return `CASE WHEN d.name_key = ANY (${wanted}::text[]) THEN ${2 * places} ELSE ${rank}${ofCity} END`;
}
