import { Injectable } from '@nestjs/common';
import type { Prisma } from '#libs/database/src/database.js';
import { freeSlug } from '#libs/editing/src/free-slug.js';
import { ApiError } from '#libs/http/src/errors/api-error.js';
import { slugify } from '#libs/text/src/slug.js';

interface Named {
  name: string;
  city: string | null;
  street: string | null;
}

/** Readable slugs that no other business has, nor once had. */
@Injectable()
export class BusinessSlugs {
  /** Name and city; where that is taken, with the street; and then with a number. */
  async choose(tx: Prisma.TransactionClient, id: string, named: Named): Promise<string> {
    const { name, city, street } = named;
    const candidates = [slugify(name, city), slugify(name, city, street)];
    return freeSlug(
      candidates.map((slug) => slug || 'business'),
      (slugs) => this.takenByOthers(tx, id, slugs),
    );
  }

  /** @throws ApiError `conflict` when another business has or had it */
  async claim(tx: Prisma.TransactionClient, id: string, slug: string): Promise<string> {
    if ((await this.takenByOthers(tx, id, [slug])).length === 0) return slug;
    throw new ApiError('conflict', `Another business has the slug ${slug}, or once had it.`, {
      details: [{ field: 'slug', message: `${slug} is taken.` }],
    });
  }

  private async takenByOthers(
    tx: Prisma.TransactionClient,
    id: string,
    slugs: string[],
  ): Promise<string[]> {
    const [present, former] = [
      await tx.business.findMany({ where: { slug: { in: slugs }, id: { not: id } } }),
      await tx.formerSlug.findMany({ where: { slug: { in: slugs }, businessId: { not: id } } }),
    ];
    return [...present, ...former].map(({ slug }) => slug);
  }
}
