import DataLoader from 'dataloader';
import type { Statements } from '#libs/database/src/sql.js';
import { SEPARATOR, type StoredRecordsPage } from '../record/stored-record.js';

/** Maximum number of pages in one statement. Leaves work for other CPU cores of the database. */
const PAGES_AT_ONCE = 10;

type Records = Omit<StoredRecordsPage, 'total' | 'corrected' | 'facets'>;

/**
 * Reads the records of pages together with the directory version. Pages requested in the same turn
 * of the event loop share a statement, which takes half the time (see docs/performance.md).
 */
export class RecordsLoader extends DataLoader<readonly number[], Records> {
  constructor(database: Statements) {
    super((pages) => readRecords(pages, database), {
      cache: false,
      maxBatchSize: PAGES_AT_ONCE,
      batchScheduleFn: setImmediate,
    });
  }
}

/**
 * Wraps the array in a subquery, so that PostgreSQL does not see its length and can reuse its plan.
 *
 * @param pages business numbers in order
 */
async function readRecords(
  pages: readonly (readonly number[])[],
  database: Statements,
): Promise<Records[]> {
  const { rows } = await database.query<Records>({
    name: 'records of pages',
    text: `SELECT version::text, coalesce(records, '') AS records, count
      FROM directory_version,
        unnest((SELECT $1::text[])) WITH ORDINALITY AS page (numbers, place),
        LATERAL (
          SELECT string_agg(b.record, '${SEPARATOR}' ORDER BY position) AS records,
            count(*)::int AS count
          FROM unnest(page.numbers::int[]) WITH ORDINALITY AS wanted (number, position)
          JOIN businesses b USING (number)
        ) AS found
      ORDER BY place`,
    values: [pages.map((numbers) => `{${numbers.join()}}`)],
  });
  return rows;
}
