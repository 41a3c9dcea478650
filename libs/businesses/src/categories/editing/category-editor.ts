import { Injectable } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import { AuditService } from '#libs/admin/src/audit/audit.service.js';
import { Database, type Prisma } from '#libs/database/src/database.js';
import { isSlug, isUuid } from '#libs/text/src/identifiers.js';
import { DirectoryEdits } from '#libs/editing/src/directory-edits.js';
import { freeSlug } from '#libs/editing/src/free-slug.js';
import { RecordEditor } from '#libs/editing/src/record-editor.js';
import { ApiError } from '#libs/http/src/errors/api-error.js';
import { slugify } from '#libs/text/src/slug.js';
import { referredCategory } from '../../editing/referred.js';
import type { CategoryEntryDto } from '../category.dto.js';
import type { CategoryChange, NewCategory } from './category-input.dto.js';

/**
 * Edits categories. Triggers apply a new name or slug to the records of the category's businesses.
 */
@Injectable()
export class CategoryEditor extends RecordEditor<CategoryEntryDto, NewCategory, CategoryChange> {
  constructor(database: Database, edits: DirectoryEdits, audit: AuditService) {
    super({ kind: 'category', collection: 'categories' }, { database, edits, audit });
  }

  protected override async find(tx: Prisma.TransactionClient, idOrSlug: string) {
    const where = isUuid(idOrSlug)
      ? { id: idOrSlug }
      : isSlug(idOrSlug)
        ? { slug: idOrSlug }
        : undefined;
    const found = where && (await tx.category.findUnique({ where, include: { parent: true } }));
    if (!found) return undefined;
    const { id, slug, name, parent, revision } = found;
    return { record: { id, slug, name, parent: parent?.slug ?? null }, revision };
  }

  protected override async insert(
    tx: Prisma.TransactionClient,
    { name, slug, parent }: NewCategory,
  ): Promise<string> {
    const id = uuidv7();
    await tx.category.create({
      data: {
        id,
        name,
        slug:
          slug ?? (await freeSlug([slugify(name) || 'category'], (slugs) => this.taken(tx, slugs))),
        parentId: parent && (await referredCategory(tx, 'parent', parent)),
      },
    });
    return id;
  }

  protected override async update(
    tx: Prisma.TransactionClient,
    before: CategoryEntryDto,
    { name, slug, parent }: CategoryChange,
  ): Promise<void> {
    const parentId = parent && (await this.parentOf(tx, before, parent));
    await tx.category.update({ where: { id: before.id }, data: { name, slug, parentId } });
  }

  protected override async retire(
    tx: Prisma.TransactionClient,
    { id, name }: CategoryEntryDto,
  ): Promise<void> {
    const uses = {
      businesses: await tx.businessCategory.count({ where: { categoryId: id } }),
      events: await tx.event.count({ where: { categoryId: id } }),
      subcategories: await tx.category.count({ where: { parentId: id } }),
    };
    const found = Object.entries(uses).filter(([, count]) => count > 0);
    if (found.length > 0) {
      const list = found.map(([what, count]) => `${what}: ${count}`).join(', ');
      throw new ApiError('conflict', `${name} is still in use (${list}).`);
    }
    await tx.category.delete({ where: { id } });
  }

  /** @throws ApiError `conflict` if the category would become its own ancestor */
  private async parentOf(
    tx: Prisma.TransactionClient,
    { slug }: CategoryEntryDto,
    parent: string,
  ): Promise<string> {
    const [row] = await tx.$queryRaw<{ below: string[] }[]>`
      SELECT category_subtree(ARRAY[${slug}]) AS below`;
    if (row!.below.includes(parent)) {
      throw new ApiError(
        'conflict',
        `${parent} is ${slug} or one of its subcategories, so it cannot be its parent.`,
      );
    }
    return referredCategory(tx, 'parent', parent);
  }

  private async taken(tx: Prisma.TransactionClient, slugs: string[]): Promise<string[]> {
    const found = await tx.category.findMany({ where: { slug: { in: slugs } } });
    return found.map(({ slug }) => slug);
  }
}
