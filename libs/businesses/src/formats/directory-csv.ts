import { NIL } from 'uuid';
import { csvText } from '#libs/text/src/csv.js';
import type { BusinessesRepository } from '../businesses.repository.js';
import { BUSINESS_FIELDS } from '../record/business-fields.js';
import { toBusiness } from '../record/stored-record.js';
import { BusinessCsv } from './csv.js';

const AT_ONCE = 1_000;
/** Fields that an import ignores, except for the slug, by which people find a business. */
const OMITTED = ['url', 'createdAt', 'updatedAt', 'removedAt', 'distance'];

/**
 * Yields all businesses that are not removed as CSV, ordered by id, so that one renamed during the
 * export is not missing. An import of the file recognizes each business by its id.
 */
export async function* directoryCsv(businesses: BusinessesRepository): AsyncGenerator<string> {
  const csv = new BusinessCsv(BUSINESS_FIELDS.filter((field) => !OMITTED.includes(field)));
  yield csvText([csv.header()]);
  let after: string | undefined = NIL;
  while (after) {
    const rows = await businesses.listById(after, AT_ONCE);
    yield csvText(rows.map(({ record }) => csv.line(toBusiness(record))));
    after = rows.length < AT_ONCE ? undefined : rows.at(-1)!.id;
  }
}
