import { SqlParameters, type Statements } from '#libs/database/src/sql.js';
import type { BusinessCriteria } from './business-criteria.js';
import { businessFilter } from './business-filter.sql.js';
import { businessOrder } from './business-order.sql.js';
import { IdList } from './id-list.js';
import type { Resolution } from './resolve.js';

/** Number of full matches below which partial matches are listed, too. */
const FEW = 5;

/**
 * Reads all matching businesses in order, and partial matches if there are few.
 *
 * @param readAlone reads the list of a single term, which may be cached
 */
export async function readIdsOrMost(
  criteria: BusinessCriteria,
  resolution: Resolution,
  database: Statements,
  readAlone: (q: string, alone: Resolution) => Promise<IdList>,
): Promise<IdList> {
  const ids = await readIds(criteria, resolution, database);
  const most = resolution.search?.most;
  if (!most || ids.total >= FEW) return ids;
  if (!most.alone) return readIds(criteria, withMost(resolution), database);
  const { q, search } = most.alone;
  const found = await readAlone(q, { ...resolution, search });
  return criteria.sort === 'relevance' ? found.withFirst(ids.slice(0, FEW)) : found;
}

/**
 * Extends a resolution with partial matches, if the search has any. Otherwise returns it unchanged.
 */
export function withMost(resolution: Resolution): Resolution {
  return resolution.search?.most ? { ...resolution, includesMost: true } : resolution;
}

/**
 * Reads all matching businesses in order, as a single value. A million rows would cost much more.
 */
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
