import { Injectable } from '@nestjs/common';
import { Clock } from '#libs/config/src/clock.js';
import type { Category } from '#libs/directory-index/src/business-rows.repository.js';
import { WHOLE_DIRECTORY } from '#libs/directory-index/src/criteria.js';
import { DirectoryIndex } from '#libs/directory-index/src/directory-index.js';
import { oldest, type Page } from '#libs/directory/src/read-results.js';
import type { PageQuery } from '#libs/http/src/page-query.dto.js';
import { BusinessesService } from '../businesses.service.js';
import type { CategoryDto } from './category.dto.js';

/** Reads the category trees. */
@Injectable()
export class CategoriesService {
  constructor(
    private readonly index: DirectoryIndex,
    private readonly businesses: BusinessesService,
    private readonly clock: Clock,
  ) {}

  /** Returns a page of top-level categories with all their subcategories. */
  async page(query: PageQuery): Promise<Page<CategoryDto>> {
    const whole = await this.businesses.facets(WHOLE_DIRECTORY, this.clock.now());
    const { categories, version } = await this.index.current();
    const counts = new Map(whole.categories.map(({ slug, count }) => [slug, count]));
    const roots = asTrees(categories, counts);
    const start = (query.page - 1) * query.limit;
    return {
      version: oldest(whole.version, version),
      items: roots.slice(start, start + query.limit),
      total: roots.length,
    };
  }
}

/** Builds the trees. Siblings keep the order of the categories. */
function asTrees(
  categories: readonly Category[],
  counts: ReadonlyMap<string, number>,
): CategoryDto[] {
  const nodes = new Map(
    categories.map(({ id, slug, name, parent }) => [
      slug,
      {
        id,
        slug,
        name,
        parent,
        businessCount: counts.get(slug) ?? 0,
        children: [] as CategoryDto[],
      },
    ]),
  );
  const roots: CategoryDto[] = [];
  for (const node of nodes.values()) {
    const siblings = node.parent === null ? roots : nodes.get(node.parent)!.children;
    siblings.push(node);
  }
  return roots;
}
