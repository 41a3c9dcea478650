import type { FastifyRequest } from 'fastify';
import type { Environment } from '#libs/config/src/environment.js';
import type { DirectoryRecord, Found, Page } from '#libs/directory/src/read-results.js';
import { success, successPage } from '#libs/http/src/envelope.js';
import { ApiError, noRecord } from '#libs/http/src/errors/api-error.js';
import type { PageQuery } from '#libs/http/src/page-query.dto.js';
import { withOrigin } from '#libs/http/src/with-origin.js';
import type { CachingHeaders } from './cached-response.js';

/**
 * Caching headers of the API. Responses belong to one API key and must be revalidated each time.
 */
export const API_CACHING: CachingHeaders = {
  'Cache-Control': 'private, no-cache',
  Vary: 'X-API-Key, Accept-Encoding',
};

/** Representation of a resource at one directory version (RFC 9110, section 3.2). */
export interface Representation {
  /** Directory version in decimal digits. */
  version: string;
  /** Object to send as JSON, or text or bytes of the given `contentType`. */
  body: object | string | Uint8Array;
  contentType?: string;
  caching: CachingHeaders;
  /** Additional headers, such as browser policies of a page. */
  headers?: Record<string, string>;
  /** Time at which the response becomes outdated even if the directory does not change. */
  until?: Date;
  /** Current URL of the record, if the request used a former one. Sent as a 308 redirect. */
  movedTo?: string;
}

/**
 * Result of a route that reads the directory: the function that reads the response, which
 * `ResponseCacheInterceptor` calls only if the response is not cached.
 */
export type CacheableRead = (request: FastifyRequest) => Promise<Representation>;

/** Wraps one page of records in the response envelope and makes their URLs absolute. */
export function representRecords<T extends DirectoryRecord>(
  { version, items, total }: Page<T>,
  query: Pick<PageQuery, 'page' | 'limit'>,
  environment: Environment,
): Representation {
  const data = items.map((record) => withOrigin(record, environment));
  return { version, body: successPage({ items: data, total }, query), caching: API_CACHING };
}

/** Words for messages about a record. */
interface Naming<T> {
  kind: string;
  /** Field with the name of a record. */
  name: keyof T;
  /** Id or slug in the request. */
  idOrSlug: string;
  /** Operation that finds records of this kind. */
  operation?: string;
}

/**
 * Wraps one record in the response envelope.
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
 * Returns the record that was found, unless it is missing or a tombstone.
 *
 * @throws ApiError `not_found`, or `gone` with the tombstone
 */
export function expectRecord<T extends DirectoryRecord>(
  found: Found<T> | undefined,
  { kind, name, idOrSlug, operation }: Naming<T>,
  environment: Environment,
): Found<T> {
  if (!found) throw noRecord(kind, idOrSlug, operation);
  const { record } = found;
  if (record.removedAt) {
    const message = `${String(record[name])} was removed from the directory.`;
    throw new ApiError('gone', message, { data: withOrigin(record, environment) });
  }
  return found;
}
