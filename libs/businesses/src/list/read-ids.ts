import { SqlParameters, type Statements } from '#libs/database/src/sql.js';
import type { BusinessCriteria } from './business-criteria.js';
import { businessFilter } from './business-filter.sql.js';
import { businessOrder } from './business-order.sql.js';
import { IdList } from './id-list.js';
import type { Resolution } from './resolve.js';

/** If fewer businesses have all that is sought, those that have most of it are listed too. */
const FEW = 5;

/**
 * All businesses that match, in order, and where they are few, those that match most of the search.
 *
 * @param readAlone what a search for one term finds, which may be known already
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

/** The same, but with businesses that have most of what is sought as well; itself where all is needed. */
export function withMost(resolution: Resolution): Resolution {
  return resolution.search?.most ? { ...resolution, includesMost: true } : resolution;
}

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
