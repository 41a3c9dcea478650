import { Injectable } from '@nestjs/common';
import { Clock } from '#libs/config/src/clock.js';
import type { Category } from '#libs/directory-index/src/business-rows.repository.js';
import { WHOLE_DIRECTORY } from '#libs/directory-index/src/criteria.js';
import { DirectoryIndex } from '#libs/directory-index/src/directory-index.js';
import { type Found, oldest, type Page, pageOf } from '#libs/directory/src/read-results.js';
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
    const { version, nodes } = await this.read();
    const roots = [...nodes.values()].filter(({ parent }) => parent === null);
    return pageOf(version, roots, query);
  }

  /** Finds a category with its subcategories by id, slug or former slug. */
  async find(idOrSlug: string): Promise<Found<CategoryDto> | undefined> {
    const { version, nodes, categories } = await this.read();
    const text = idOrSlug.toLowerCase();
    const present = categories.find(({ id, slug }) => id === text || slug === text);
    const found = present ?? categories.find(({ formerSlugs }) => formerSlugs.includes(text));
    return found && { version, record: nodes.get(found.slug)!, isFormer: !present };
  }

  private async read() {
    const whole = await this.businesses.facets(WHOLE_DIRECTORY, this.clock.now());
    const { categories, version } = await this.index.current();
    const counts = new Map(whole.categories.map(({ slug, count }) => [slug, count]));
    const nodes = asNodes(categories, counts);
    return { version: oldest(whole.version, version), nodes, categories };
  }
}

/** Builds the trees, by slug. Siblings keep the order of the categories. */
function asNodes(
  categories: readonly Category[],
  counts: ReadonlyMap<string, number>,
): Map<string, CategoryDto> {
  const nodes = new Map(
    categories.map(({ id, slug, name, parent, namedAt }) => [
      slug,
      {
        id,
        slug,
        name,
        parent,
        namedAt,
        url: `/api/v1/categories/${slug}`,
        businessCount: counts.get(slug) ?? 0,
        children: [] as CategoryDto[],
      },
    ]),
  );
  for (const node of nodes.values()) {
    if (node.parent !== null) nodes.get(node.parent)!.children.push(node);
  }
  return nodes;
}
