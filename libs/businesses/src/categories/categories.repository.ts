import { Injectable } from '@nestjs/common';
import type { Category, Prisma } from '#libs/database/src/database.js';
import { columnOf } from '#libs/text/src/identifiers.js';

/** Stores categories. */
@Injectable()
export class CategoriesRepository {
  /** Finds a category by id or slug, with its parent. */
  async find(idOrSlug: string, tx: Prisma.TransactionClient) {
    const column = columnOf(idOrSlug);
    if (!column) return null;
    const where = column === 'id' ? { id: idOrSlug } : { slug: idOrSlug };
    return tx.category.findUnique({ where, include: { parent: true } });
  }

  findBySlugs(slugs: string[], tx: Prisma.TransactionClient): Promise<Category[]> {
    return tx.category.findMany({ where: { slug: { in: slugs } } });
  }

  /** Returns those of the slugs that categories have or had. */
  async takenSlugs(slugs: string[], tx: Prisma.TransactionClient): Promise<string[]> {
    const former = await tx.formerCategorySlug.findMany({ where: { slug: { in: slugs } } });
    return [...(await this.findBySlugs(slugs, tx)), ...former].map(({ slug }) => slug);
  }

  /** Counts the records that refer to a category. */
  async uses(id: string, tx: Prisma.TransactionClient): Promise<Record<string, number>> {
    const removed = { removedAt: { not: null } };
    const present = { removedAt: null };
    const linked = tx.businessCategory;
    return {
      businesses: await linked.count({ where: { categoryId: id, business: present } }),
      'removed businesses': await linked.count({ where: { categoryId: id, business: removed } }),
      events: await tx.event.count({ where: { categoryId: id, ...present } }),
      'removed events': await tx.event.count({ where: { categoryId: id, ...removed } }),
      subcategories: await tx.category.count({ where: { parentId: id } }),
    };
  }

  async add(
    data: Prisma.CategoryUncheckedCreateInput,
    tx: Prisma.TransactionClient,
  ): Promise<void> {
    await tx.category.create({ data });
  }

  async update(
    id: string,
    data: Prisma.CategoryUncheckedUpdateInput,
    tx: Prisma.TransactionClient,
  ): Promise<void> {
    await tx.category.update({ where: { id }, data });
  }

  async remove(id: string, tx: Prisma.TransactionClient): Promise<void> {
    await tx.category.delete({ where: { id } });
  }
}
