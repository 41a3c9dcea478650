import type { Statements } from '#libs/database/src/sql.js';
import { csvText } from '#libs/text/src/csv.js';
import { BUSINESS_FIELDS } from '../record/business-fields.js';
import { type StoredRecord, toBusiness } from '../record/stored-record.js';
import { BusinessCsv } from './csv.js';

const AT_ONCE = 1_000;
/** Fields that an import ignores, except for the slug, by which people find a business. */
const OMITTED = ['url', 'createdAt', 'updatedAt', 'removedAt', 'distance'];

/**
 * Yields all businesses that are not removed as CSV, by name. An import of the file recognizes
 * each business by its id.
 */
export async function* directoryCsv(database: Statements): AsyncGenerator<string> {
  const csv = new BusinessCsv(BUSINESS_FIELDS.filter((field) => !OMITTED.includes(field)));
  yield csvText([csv.header()]);
  let after: { key: string; id: string } | undefined = { key: '', id: NO_ID };
  while (after) {
    const { rows }: { rows: { key: string; id: string; record: StoredRecord }[] } =
      await database.query(
        `SELECT name_key AS key, id, record FROM businesses
         WHERE removed_at IS NULL AND (name_key, id) > ($1, $2::uuid)
         ORDER BY name_key, id LIMIT ${AT_ONCE}`,
        [after.key, after.id],
      );
    yield csvText(rows.map(({ record }) => csv.line(toBusiness(record))));
    after = rows.length < AT_ONCE ? undefined : rows.at(-1);
  }
}

/** Sorts before every id. */
const NO_ID = '00000000-0000-0000-0000-000000000000';
