import { type CleanBusiness, cleanRecord } from '#libs/imports/src/cleaning/clean-record.js';
import type { RawRecord } from '#libs/imports/src/columns/fields.js';

/** A row as the importer cleans it; for rows that it does not reject. */
export function cleanRow(raw: RawRecord): CleanBusiness {
  const cleaned = cleanRecord(raw);
  if ('rejected' in cleaned) throw new Error(cleaned.rejected);
  return cleaned.business;
}
