import type { BusinessDto } from './business.dto.js';

/** The `record` column of a business: its JSON, but for the origin in its address. */
export type StoredRecord = string;

/**
 * The JSON of the `BusinessDto`. Within strings JSON escapes quotes, so `"url":"` is nothing but the
 * key.
 *
 * @param records one, or several with commas between them
 * @param origin without a slash at its end
 */
export function businessJson(records: StoredRecord, origin: string): string {
  return records.replaceAll('"url":"', (key) => key + origin);
}

export function toBusiness(record: StoredRecord, origin: string): BusinessDto {
  return JSON.parse(businessJson(record, origin)) as BusinessDto;
}
