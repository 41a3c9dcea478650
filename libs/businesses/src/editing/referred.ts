import type { Prisma } from '#libs/database/src/database.js';
import { isSlug, isUuid } from '#libs/text/src/identifiers.js';
import { ApiError } from '#libs/http/src/errors/api-error.js';

/**
 * Returns the id of the category with a slug.
 *
 * @param field field of the request body that contains the slug
 * @throws ApiError `invalid_body` if there is none
 */
export async function referredCategory(
  tx: Prisma.TransactionClient,
  field: string,
  slug: string,
): Promise<string> {
  const found = await tx.category.findUnique({ where: { slug } });
  return found?.id ?? missing(field, `No category has the slug ${slug}.`);
}

/**
 * Returns the id of the business with an id or slug.
 *
 * @param field field of the request body that contains the id or slug
 * @throws ApiError `invalid_body` if there is none, or if it was removed
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
  return found?.id ?? missing(field, `No business has the id or slug ${idOrSlug}.`);
}

function missing(field: string, message: string): never {
  throw new ApiError('invalid_body', message, { details: [{ field, message }] });
}
