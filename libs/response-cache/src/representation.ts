import type { Environment } from '#libs/config/src/environment.js';
import type { DirectoryRecord, Found, Page } from '#libs/directory/src/snapshot.js';
import { success, successPage } from '#libs/http/src/envelope.js';
import { ApiError } from '#libs/http/src/errors/api-error.js';
import type { PageQuery } from '#libs/http/src/page-query.dto.js';
import { withOrigin } from '#libs/http/src/with-origin.js';
import type { CachingHeaders } from './cached-response.js';

/** Answers of the API belong to one caller's key, and are asked for anew each time. */
export const API_CACHING: CachingHeaders = {
  'Cache-Control': 'private, no-cache',
  Vary: 'X-API-Key, Accept-Encoding',
};

/** What a route answers about the directory at one version (RFC 9110, section 3.2). */
export interface Representation {
  /** The directory's version, in decimal digits. */
  version: string;
  /** Sent as JSON, unless it is text of the `contentType`. */
  body: object | string;
  contentType?: string;
  caching: CachingHeaders;
  /** Further headers, such as what a page may do in a browser. */
  headers?: Record<string, string>;
  /** When the same address will have another answer, though the directory stays as it is. */
  until?: Date;
  /** The record's present address when this one is a former one: answered as 308. */
  movedTo?: string;
}

/** The envelope of one page. */
export function representPage<T>(
  { version, items, total }: Page<T>,
  query: Pick<PageQuery, 'page' | 'limit'>,
): Representation {
  return { version, body: successPage(items, query, total), caching: API_CACHING };
}

/** The envelope of one page of records that have addresses. */
export function representRecords<T extends DirectoryRecord>(
  page: Page<T>,
  query: Pick<PageQuery, 'page' | 'limit'>,
  environment: Environment,
): Representation {
  const items = page.items.map((record) => withOrigin(record, environment));
  return representPage({ ...page, items }, query);
}

/** What messages call such a record, and which of its fields they call it by. */
interface Naming<T> {
  kind: string;
  name: keyof T;
}

/**
 * The envelope of one record.
 *
 * @throws ApiError `not_found`, or `gone` with the tombstone
 */
export function representRecord<T extends DirectoryRecord>(
  found: Found<T> | undefined,
  naming: Naming<T>,
  environment: Environment,
): Representation {
  const { version, record, isFormer } = expectRecord(found, naming, environment);
  const data = withOrigin(record, environment);
  return {
    version,
    body: success(data),
    caching: API_CACHING,
    ...(isFormer && { movedTo: record.url }),
  };
}

/**
 * What was found, if that is a record of the present.
 *
 * @throws ApiError `not_found`, or `gone` with the tombstone
 */
export function expectRecord<T extends DirectoryRecord>(
  found: Found<T> | undefined,
  { kind, name }: Naming<T>,
  environment: Environment,
): Found<T> {
  if (!found) throw new ApiError('not_found', `There is no ${kind} with this id or slug.`);
  const { record } = found;
  if (record.removedAt !== null) {
    const message = `${String(record[name])} was removed from the directory.`;
    throw new ApiError('gone', message, { data: withOrigin(record, environment) });
  }
  return found;
}
