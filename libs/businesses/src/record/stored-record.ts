import type { BusinessDto } from './business.dto.js';

/** The `record` column of a business: its JSON, but for the origin in its address. */
export type StoredRecord = string;

/**
 * The JSON of a `BusinessDto`. Within strings JSON escapes quotes, so the first `"url":"` is the key.
 *
 * @param origin without a slash at its end
 */
export function businessJson(record: StoredRecord, origin: string): string {
  return record.replace('"url":"', (key) => key + origin);
}

export function toBusiness(record: StoredRecord, origin: string): BusinessDto {
  return JSON.parse(businessJson(record, origin)) as BusinessDto;
}
