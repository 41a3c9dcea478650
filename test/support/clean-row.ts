import { type CleanBusiness, cleanRecord } from '#libs/imports/src/cleaning/clean-record.js';
import type { RawRecord } from '#libs/imports/src/columns/fields.js';

/** Cleans a row as the importer does. Throws if the importer would reject it. */
export function cleanRow(raw: RawRecord, today = '2026-11-26'): CleanBusiness {
  const cleaned = cleanRecord(raw, today);
  if ('rejected' in cleaned) throw new Error(cleaned.rejected);
  return cleaned.business;
}
