import type { BusinessesService } from '#libs/businesses/src/businesses.service.js';
import type { BusinessDto } from '#libs/businesses/src/record/business.dto.js';
import type { Found } from '#libs/directory/src/read-results.js';
import { ApiError, noRecord } from '#libs/http/src/errors/api-error.js';

/**
 * Finds a business by its current or a former slug.
 *
 * @throws ApiError `not_found`, or `gone` with the tombstone
 */
export async function findBusiness(
  businesses: BusinessesService,
  slug: string,
): Promise<Found<BusinessDto>> {
  const found = await businesses.find(slug);
  if (!found) throw noRecord('business', slug);
  const { record } = found;
  if (record.removedAt === null) return found;
  throw new ApiError('gone', `${record.name} was removed.`, { data: record });
}
