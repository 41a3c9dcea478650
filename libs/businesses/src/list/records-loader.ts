import DataLoader from 'dataloader';
import type { Statements } from '#libs/database/src/sql.js';
import type { StoredRecordsPage } from '../record/stored-record.js';
import type { Point } from './business-criteria.js';

/** So many pages at most are read by one statement, so that the database's other processors help. */
const PAGES_AT_ONCE = 10;

/** The records that a page needs. */
interface Wanted {
  /** Numbers of businesses, in order. */
  numbers: readonly number[];
  /** From where the `distance` of each is measured; without it, records have none. */
  origin?: Point;
}

type Records = Omit<StoredRecordsPage, 'total' | 'corrected'>;

/**
 * Reads the records of pages, and the version of the directory that they are of. Those wanted in one
 * turn of the event loop are read together, which takes half the time (see docs/performance.md).
 */
export class RecordsLoader extends DataLoader<Wanted, Records> {
  constructor(database: Statements) {
    super((pages) => readRecords(pages, database), {
      cache: false,
      maxBatchSize: PAGES_AT_ONCE,
      batchScheduleFn: setImmediate,
    });
  }
}

/** PostgreSQL does not see how long arrays are that come from subqueries, so it can keep its plan. */
async function readRecords(pages: readonly Wanted[], database: Statements): Promise<Records[]> {
  const { rows } = await database.query<Records>({
    name: 'records of pages',
    text: `SELECT version::text, coalesce(records, '') AS records, count
      FROM directory_version,
        unnest((SELECT $1::text[]), (SELECT $2::float8[]), (SELECT $3::float8[]))
          WITH ORDINALITY AS page (numbers, latitude, longitude, place),
        LATERAL (
          SELECT string_agg(${RECORD}, E',\n' ORDER BY position) AS records, count(*)::int AS count
          FROM unnest(page.numbers::int[]) WITH ORDINALITY AS wanted (number, position)
          JOIN businesses b USING (number)
        ) AS found
      ORDER BY place`,
    values: [
      pages.map(({ numbers }) => `{${numbers.join()}}`),
      pages.map(({ origin }) => origin?.latitude),
      pages.map(({ origin }) => origin?.longitude),
    ],
  });
  return rows;
}

const DISTANCE = `metres_between(page.latitude, page.longitude, b.latitude, b.longitude)`;
const RECORD = `CASE WHEN page.latitude IS NULL THEN b.record
  ELSE left(b.record, -1) || ',"distance":' || coalesce(round(${DISTANCE}::numeric, 1)::text, 'null') || '}'
  END`;
