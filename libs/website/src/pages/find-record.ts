import type { DirectoryRecord, Found } from '#libs/directory/src/read-results.js';
import { ApiError, noRecord } from '#libs/http/src/errors/api-error.js';

/**
 * Finds the record of a page by its current or a former slug.
 *
 * @throws ApiError `not_found`, or `gone` with the tombstone
 */
export async function findRecord<T extends DirectoryRecord>(
  records: { find(slug: string): Promise<Found<T> | undefined> },
  kind: 'business' | 'event' | 'deal',
  slug: string,
): Promise<Found<T>> {
  const found = await records.find(slug);
  if (!found) throw noRecord(kind, slug);
  const { record } = found;
  if (!record.removedAt) return found;
  throw new ApiError('gone', `This ${kind} was removed from the directory.`, { data: record });
}
