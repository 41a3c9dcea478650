import type { Environment } from '#libs/config/src/environment.js';
import { successPageJson } from '#libs/http/src/envelope.js';
import { API_CACHING, type Representation } from '#libs/response-cache/src/representation.js';
import type { BusinessCriteria } from '../list/business-criteria.js';
import type { BusinessDto } from './business.dto.js';

/** The `record` column of a business: the JSON of a `BusinessDto` with the path alone as `url`. */
export type StoredRecord = string;

/** One page of a list of businesses, as JSON that the database keeps ready. */
export interface StoredRecordsPage {
  /** The directory's version, in decimal digits. */
  version: string;
  /** The records of the page with commas between them. */
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

const PATH = '/api/v1/businesses/';
/** JSON escapes quotes within strings, so nothing but the key of an address looks like it. */
const addressBegin = (origin = '') => `"url":"${origin}${PATH}`;

/** The envelope of the page, whose records are not parsed for it. */
export function representBusinesses(
  { version, records, count, total, corrected }: StoredRecordsPage,
  criteria: BusinessCriteria,
  { PUBLIC_URL }: Environment,
): Representation {
  const parts = records.split(addressBegin());
  if (parts.length !== count + 1) {
    throw new Error(`${count} stored businesses have ${parts.length - 1} addresses.`);
  }
  const data = parts.join(addressBegin(PUBLIC_URL));
  return {
    version,
    body: successPageJson(
      `[${data}]`,
      criteria,
      total,
      criteria.q ? { search: { corrected } } : undefined,
    ),
    caching: API_CACHING,
  };
}
