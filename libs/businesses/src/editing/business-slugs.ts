import { Injectable } from '@nestjs/common';
import type { Prisma } from '#libs/database/src/database.js';
import { Environment } from '#libs/config/src/environment.js';
import { freeSlug } from '#libs/editing/src/free-slug.js';
import { inTheWay } from '#libs/editing/src/record-editor.js';
import type { ApiError } from '#libs/http/src/errors/api-error.js';
import { slugify } from '#libs/text/src/identifiers.js';
import { BusinessesRepository } from '../businesses.repository.js';

interface Named {
  name: string;
  city: string | null;
  street: string | null;
}

/** Name of businesses in the audit log and in messages, and their collection below /admin. */
export const BUSINESSES = { kind: 'business', collection: 'businesses' };

interface Addressed {
  id: string;
  slug: string;
  removedAt: Date | null;
}

/** Creates a conflict with another business. */
export function businessInTheWay(
  field: string,
  message: string,
  { id, slug, removedAt }: Addressed,
  { PUBLIC_URL }: Environment,
): ApiError {
  const url = `${PUBLIC_URL}/api/v1/businesses/${slug}`;
  return inTheWay(field, message, { id, slug, url, removedAt }, BUSINESSES.collection);
}

/** Assigns readable slugs that no other business has or had. */
@Injectable()
export class BusinessSlugs {
  constructor(
    private readonly businesses: BusinessesRepository,
    private readonly environment: Environment,
  ) {}

  /** Builds a slug from the name and city. If it is taken, adds the street, and then a number. */
  async choose(tx: Prisma.TransactionClient, id: string, named: Named): Promise<string> {
    const { name, city, street } = named;
    const candidates = [slugify(name, city), slugify(name, city, street)];
    return freeSlug(
      candidates.map((slug) => slug || 'business'),
      (slugs) => this.businesses.takenSlugs(slugs, id, tx),
    );
  }

  /**
   * Checks that no other business had the slug. The caller must check that no other business has it
   * now.
   *
   * @throws ApiError `conflict` if another business had the slug
   */
  async claim(tx: Prisma.TransactionClient, id: string, slug: string): Promise<string> {
    const former = await this.businesses.findFormer(slug, id, tx);
    if (!former) return slug;
    const message = `The slug ${slug} redirects to another business that once had it.`;
    throw businessInTheWay('slug', message, former, this.environment);
  }
}
