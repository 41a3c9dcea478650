import DataLoader from 'dataloader';
import type { Statements } from '#libs/database/src/sql.js';
import type { Point } from '#libs/geography/src/distance.js';
import type { StoredRecordsPage } from '../record/stored-record.js';

/** Maximum number of pages in one statement. Leaves work for other CPU cores of the database. */
const PAGES_AT_ONCE = 10;

/** Businesses whose records a page needs. */
interface Wanted {
  /** Business numbers in order. */
  numbers: readonly number[];
  /** Point from which the `distance` of each record is measured. Without it, records have none. */
  origin?: Point;
}

type Records = Omit<StoredRecordsPage, 'total' | 'corrected' | 'facets'>;

/**
 * Reads the records of pages together with the directory version. Pages requested in the same turn
 * of the event loop share a statement, which takes half the time (see docs/performance.md).
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

/**
 * Wraps the arrays in subqueries, so that PostgreSQL does not see their length and can reuse its
 * plan.
 */
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
