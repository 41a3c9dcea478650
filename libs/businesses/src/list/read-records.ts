import { SqlParameters } from '#libs/database/src/sql-parameters.js';
import type { Statements } from '#libs/database/src/statements.js';
import type { StoredRecord } from '../record/stored-record.js';
import type { BusinessCriteria } from './business-criteria.js';
import { distanceFrom } from './business-filter.sql.js';

interface Row {
  version: string;
  /** Null, as the rest, in the one row that only tells the version. */
  number: number | null;
  record: StoredRecord;
}

/**
 * The records of businesses, in the order of the numbers, and the version of the directory that they
 * are of; one that is no more is left out. With `sort=distance` each has its `distance`.
 */
export async function readRecords(
  numbers: readonly number[],
  { sort, point }: BusinessCriteria,
  database: Statements,
): Promise<{ version: string; records: StoredRecord[] }> {
  const parameters = new SqlParameters();
  const wanted = parameters.add(numbers);
  const record = sort === 'distance' ? withDistance(distanceFrom(point!, parameters)) : 'b.record';
  const { rows } = await database.query<Row>({
    name: `records by ${sort === 'distance' ? 'distance' : 'number'}`,
    text: `SELECT v.version::text, b.number, ${record} AS record
      FROM directory_version v LEFT JOIN businesses b ON b.number = ANY (${wanted}::int[])`,
    values: parameters.values,
  });
  const records = new Map(rows.map(({ number, record }) => [number, record]));
  return {
    version: rows[0]!.version,
    records: numbers.flatMap((number) => records.get(number) ?? []),
  };
}

function withDistance(distance: string): string {
  return `left(b.record, -1) || ',"distance":' || coalesce(round(${distance}::numeric, 1)::text, 'null') || '}'`;
}
