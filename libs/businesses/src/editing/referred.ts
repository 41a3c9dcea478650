import type { Prisma } from '#libs/database/src/database.js';
import { isSlug, isUuid } from '#libs/text/src/identifiers.js';
import { ApiError } from '#libs/http/src/errors/api-error.js';

/**
 * The id of the category that a field of a body names by its slug.
 *
 * @throws ApiError `invalid_body`
 */
export async function referredCategory(
  tx: Prisma.TransactionClient,
  field: string,
  slug: string,
): Promise<string> {
  const found = await tx.category.findUnique({ where: { slug } });
  return found?.id ?? missing(field, `There is no category ${slug}.`);
}

/**
 * The id of the business that a field of a body names by its id or slug.
 *
 * @throws ApiError `invalid_body`
 */
export async function referredBusiness(
  tx: Prisma.TransactionClient,
  field: string,
  idOrSlug: string,
): Promise<string> {
  const where = isUuid(idOrSlug)
    ? { id: idOrSlug }
    : isSlug(idOrSlug)
      ? { slug: idOrSlug }
      : undefined;
  const found = where && (await tx.business.findFirst({ where: { ...where, removedAt: null } }));
  return found?.id ?? missing(field, `There is no business ${idOrSlug}.`);
}

function missing(field: string, message: string): never {
  throw new ApiError('invalid_body', message, { details: [{ field, message }] });
}
