import { SqlParameters, type Statements } from '#libs/database/src/sql.js';
import type { BusinessCriteria } from './business-criteria.js';
import { businessFilter } from './business-filter.sql.js';
import { businessOrder } from './business-order.sql.js';
import { IdList } from './id-list.js';
import type { Resolution } from './resolve.js';

/** All businesses that match, in order: as one value, which a million rows would be much dearer than. */
export async function readIds(
  criteria: BusinessCriteria,
  resolution: Resolution,
  database: Statements,
): Promise<IdList> {
  const parameters = new SqlParameters();
  const { rows } = await database.query<{ numbers: Buffer }>(
    `SELECT coalesce(string_agg(int4send(number), ''), '') AS numbers FROM (
       SELECT b.number FROM businesses b WHERE ${businessFilter(criteria, resolution, parameters)}
       ORDER BY ${businessOrder(criteria, resolution, parameters)}
     ) AS ordered`,
    parameters.values,
  );
  return IdList.from(rows[0]!.numbers);
}
