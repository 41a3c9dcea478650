import { SqlParameters } from '#libs/database/src/sql-parameters.js';
import type { Statements } from '#libs/database/src/statements.js';
import type { BusinessCriteria } from './business-criteria.js';
import { distanceFrom } from './business-filter.sql.js';

interface Records {
  /** Of the directory, in decimal digits. */
  version: string;
  /** Stored records with commas between them. */
  records: string;
}

/**
 * The records of businesses, in the order of the numbers, and the version of the directory that they
 * are of; one that is no more is left out. With `sort=distance` each has its `distance`.
 */
export async function readRecords(
  numbers: readonly number[],
  { sort, point }: BusinessCriteria,
  database: Statements,
): Promise<Records> {
  const parameters = new SqlParameters();
  const wanted = parameters.add(numbers);
  const record = sort === 'distance' ? withDistance(distanceFrom(point!, parameters)) : 'b.record';
  const { rows } = await database.query<Records>({
    name: `records by ${sort === 'distance' ? 'distance' : 'number'}`,
    text: `SELECT version::text, coalesce((
        SELECT string_agg(${record}, ',' ORDER BY position)
        FROM unnest(${wanted}::int[]) WITH ORDINALITY AS wanted (number, position)
        JOIN businesses b USING (number)
      ), '') AS records
      FROM directory_version`,
    values: parameters.values,
  });
  return rows[0]!;
}

function withDistance(distance: string): string {
  return `left(b.record, -1) || ',"distance":' || coalesce(round(${distance}::numeric, 1)::text, 'null') || '}'`;
}
