import { Injectable } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import type { Prisma } from '#libs/database/src/database.js';
import { EditTransactions } from '#libs/editing/src/edit-transactions.js';
import { freeSlug } from '#libs/editing/src/free-slug.js';
import { RecordEditor } from '#libs/editing/src/record-editor.js';
import { ApiError, conflictOf } from '#libs/http/src/errors/api-error.js';
import { slugify } from '#libs/text/src/identifiers.js';
import { References } from '../../editing/references.js';
import { CategoriesRepository } from '../categories.repository.js';
import type { CategoryEntryDto } from '../category.dto.js';
import type { CategoryChange, NewCategory } from './category-input.dto.js';

/**
 * Edits categories. Triggers apply a new name or slug to the records of the category's businesses.
 */
@Injectable()
export class CategoryEditor extends RecordEditor<CategoryEntryDto, NewCategory, CategoryChange> {
  constructor(
    edits: EditTransactions,
    private readonly categories: CategoriesRepository,
    private readonly references: References,
  ) {
    super({ kind: 'category', collection: 'categories' }, edits);
  }

  protected override async find(tx: Prisma.TransactionClient, idOrSlug: string) {
    const found = await this.categories.find(idOrSlug, tx);
    if (!found) return undefined;
    const { id, slug, name, parent, revision } = found;
    return { record: { id, slug, name, parent: parent?.slug ?? null }, revision };
  }

  protected override async insert(
    tx: Prisma.TransactionClient,
    { name, slug, parent }: NewCategory,
  ): Promise<string> {
    const id = uuidv7();
    const taken = (slugs: string[]) => this.categories.takenSlugs(slugs, tx);
    await this.categories.add(
      {
        id,
        name,
        slug: slug ?? (await freeSlug([slugify(name) || 'category'], taken)),
        parentId: parent && (await this.references.category(tx, 'parent', parent)),
      },
      tx,
    );
    return id;
  }

  protected override async update(
    tx: Prisma.TransactionClient,
    before: CategoryEntryDto,
    { name, slug, parent }: CategoryChange,
  ): Promise<void> {
    const parentId = parent && (await this.parentOf(tx, before, parent));
    await this.categories.update(before.id, { name, slug, parentId }, tx);
  }

  protected override async retire(
    tx: Prisma.TransactionClient,
    { id, name }: CategoryEntryDto,
  ): Promise<void> {
    const uses = await this.categories.uses(id, tx);
    const found = Object.entries(uses).filter(([, count]) => count > 0);
    if (found.length > 0) {
      const list = found.map(([what, count]) => `${what}: ${count}`).join(', ');
      throw new ApiError('conflict', `${name} is still in use (${list}).`);
    }
    await this.categories.remove(id, tx);
  }

  /** @throws ApiError `conflict` if the category would become its own ancestor */
  private async parentOf(
    tx: Prisma.TransactionClient,
    { slug }: CategoryEntryDto,
    parent: string,
  ): Promise<string> {
    for (let ancestor: string | undefined = parent; ancestor !== undefined;) {
      if (ancestor === slug) {
        const message =
          parent === slug
            ? 'A category cannot be its own parent.'
            : `${parent} is a subcategory of ${slug}, so it cannot be its parent.`;
        throw conflictOf('parent', message);
      }
      ancestor = (await this.categories.find(ancestor, tx))?.parent?.slug;
    }
    return this.references.category(tx, 'parent', parent);
  }
}
