import { Injectable } from '@nestjs/common';
import type { Business, Prisma } from '#libs/database/src/database.js';
import { invalidBody } from '#libs/http/src/errors/api-error.js';
import { BusinessesRepository } from '../businesses.repository.js';
import { CategoriesRepository } from '../categories/categories.repository.js';

/** Resolves the businesses and categories that the body of a request refers to. */
@Injectable()
export class References {
  constructor(
    private readonly businesses: BusinessesRepository,
    private readonly categories: CategoriesRepository,
  ) {}

  /**
   * Returns the id of the category with a slug.
   *
   * @param field field of the request body that contains the slug
   * @throws ApiError `invalid_body` if there is none
   */
  async category(tx: Prisma.TransactionClient, field: string, slug: string): Promise<string> {
    const [found] = await this.categories.findBySlugs([slug], tx);
    if (found) return found.id;
    throw invalidBody(field, `No category has the slug ${slug}.`);
  }

  /**
   * Returns the business with the id or slug in the field `business` of the request body.
   *
   * @throws ApiError `invalid_body` if there is none, or if it was removed
   */
  async business(tx: Prisma.TransactionClient, idOrSlug: string): Promise<Business> {
    const found = await this.businesses.findPresent(idOrSlug, tx);
    if (found) return found;
    throw invalidBody('business', `No business has the id or slug ${idOrSlug}.`);
  }
}
