import { setImmediate } from 'node:timers/promises';
import type { Environment } from '#libs/config/src/environment.js';
import { withOriginInJson } from '#libs/http/src/with-origin.js';
import type { BusinessDto } from './business.dto.js';

/** The `record` column of a business: the JSON of a `BusinessDto` with the path alone as `url`. */
export type StoredRecord = string;

/** One page of a list of businesses, as JSON that the database keeps ready. */
export interface StoredRecordsPage {
  /** The directory's version, in decimal digits. */
  version: string;
  /** The records of the page, a line each, with commas between them. */
  records: StoredRecord;
  /** How many records the page has. */
  count: number;
  /** How many records all pages have. */
  total: number;
  /** How the search was read, where that is not as it was typed. */
  corrected: string | null;
}

export function toBusiness(record: StoredRecord): BusinessDto {
  return JSON.parse(record) as BusinessDto;
}

/** Between the records of a page: no JSON has a line break within it. */
const SEPARATOR = ',\n';
/** So many records are parsed in one turn of the event loop, which takes a few milliseconds. */
const RECORDS_AT_ONCE = 100;

/** The records of a page with absolute addresses: a line each, with commas between them. */
export function withAddresses(
  { records, count }: StoredRecordsPage,
  environment: Environment,
): string {
  return withOriginInJson(records, count, environment);
}

/** Each record of a page written anew, in parts: a page of a thousand does not hold the event loop. */
export async function rewrite(
  page: StoredRecordsPage,
  environment: Environment,
  write: (business: BusinessDto) => string,
): Promise<string[]> {
  if (page.count === 0) return [];
  const records = withAddresses(page, environment).split(SEPARATOR);
  const written: string[] = [];
  for (let start = 0; start < records.length; start += RECORDS_AT_ONCE) {
    if (start > 0) await setImmediate();
    const part = records.slice(start, start + RECORDS_AT_ONCE);
    written.push(...part.map((record) => write(toBusiness(record))));
  }
  return written;
}
