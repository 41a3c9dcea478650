import DataLoader from 'dataloader';
import type { Statements } from '#libs/database/src/sql.js';
import type { BusinessesRepository, StoredRecords } from '../businesses.repository.js';

/** Maximum number of pages in one statement. Leaves work for other CPU cores of the database. */
const PAGES_AT_ONCE = 10;

/**
 * Reads the records of pages together with the directory version. Pages requested in the same turn
 * of the event loop share a statement, which takes half the time (see docs/performance.md).
 */
export class RecordsLoader extends DataLoader<readonly number[], StoredRecords> {
  constructor(businesses: BusinessesRepository, database: Statements) {
    super((pages) => businesses.recordsOf(pages, database), {
      cache: false,
      maxBatchSize: PAGES_AT_ONCE,
      batchScheduleFn: setImmediate,
    });
  }
}
