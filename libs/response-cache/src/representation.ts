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

/**
 * The envelope of one record.
 *
 * @param kind what messages call such a record, and which of its fields they call it by
 * @throws ApiError `not_found`, or `gone` with the tombstone
 */
export function representRecord<T extends DirectoryRecord>(
  found: Found<T> | undefined,
  { kind, name }: { kind: string; name: keyof T },
  environment: Environment,
): Representation {
  if (!found) throw new ApiError('not_found', `There is no ${kind} with this id or slug.`);
  const { version, record, isFormerSlug } = found;
  const data = withOrigin(record, environment);
  if (record.removedAt !== null) {
    throw new ApiError('gone', `${String(record[name])} was removed from the directory.`, { data });
  }
  return {
    version,
    body: success(data),
    caching: API_CACHING,
    ...(isFormerSlug && { movedTo: record.url }),
  };
}
