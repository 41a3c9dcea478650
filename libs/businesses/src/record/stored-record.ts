import { setImmediate } from 'node:timers/promises';
import type { Facets } from '#libs/directory-index/src/facets.js';
import type { Environment } from '#libs/config/src/environment.js';
import { withOriginInJson } from '#libs/http/src/with-origin.js';
import type { BusinessDto } from './business.dto.js';

/**
 * Value of the `record` column of a business: the JSON of a `BusinessDto` with only the path as
 * `url`.
 */
export type StoredRecord = string;

/** Page of businesses as the JSON that the database stores. */
export interface StoredRecordsPage {
  /** Directory version in decimal digits. */
  version: string;
  /** Records of the page, one on each line, separated by commas. */
  records: StoredRecord;
  /** Number of records on the page. */
  count: number;
  /** Number of records on all pages. */
  total: number;
  /** Corrected search, or null if it was not corrected. */
  corrected: string | null;
  /** Counts of the list, if they were requested. */
  facets?: Facets;
}

export function toBusiness(record: StoredRecord): BusinessDto {
  return JSON.parse(record) as BusinessDto;
}

/** Separator of the records on a page. Their JSON contains no line break. */
export const SEPARATOR = ',\n';
/** Records parsed in one turn of the event loop, which takes a few milliseconds. */
const RECORDS_AT_ONCE = 100;

/**
 * Adds distances in meters to the records of a page, rounded to a tenth. An infinite one is unknown
 * and becomes null.
 */
export function withDistances(records: StoredRecord, distances: readonly number[]): StoredRecord {
  if (records === '') return records;
  return records
    .split(SEPARATOR)
    .map((record, index) => {
      const distance = JSON.stringify(Math.round(10 * distances[index]!) / 10);
      return `${record.slice(0, -1)},"distance":${distance}}`;
    })
    .join(SEPARATOR);
}

/**
 * Rewrites each record of a page. Works in parts, so that a page of a thousand does not block the
 * event loop.
 */
export async function rewrite(
  { records, count }: StoredRecordsPage,
  environment: Environment,
  write: (business: BusinessDto) => string,
): Promise<string[]> {
  if (count === 0) return [];
  const lines = withOriginInJson(records, count, environment).split(SEPARATOR);
  const written: string[] = [];
  for (let start = 0; start < lines.length; start += RECORDS_AT_ONCE) {
    if (start > 0) await setImmediate();
    const part = lines.slice(start, start + RECORDS_AT_ONCE);
    written.push(...part.map((record) => write(toBusiness(record))));
  }
  return written;
}
