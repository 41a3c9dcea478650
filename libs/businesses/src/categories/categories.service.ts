import { Injectable } from '@nestjs/common';
import { Clock } from '#libs/config/src/clock.js';
import { Database } from '#libs/database/src/database.js';
import { DirectoryVersion } from '#libs/directory/src/directory-version.js';
import { oldest, type Page } from '#libs/directory/src/snapshot.js';
import type { PageQuery } from '#libs/http/src/page-query.dto.js';
import { FacetsService } from '../attributes/facets.service.js';
import { WHOLE_DIRECTORY } from '../list/business-criteria.js';
import type { CategoryDto, CategoryEntryDto } from './category.dto.js';

const ATTEMPTS = 3;

/** Reads the category trees. */
@Injectable()
export class CategoriesService {
  constructor(
    private readonly database: Database,
    private readonly facets: FacetsService,
    private readonly directory: DirectoryVersion,
    private readonly clock: Clock,
  ) {}

  /** Returns a page of top-level categories with all their subcategories. */
  async page(query: PageQuery): Promise<Page<CategoryDto>> {
    const { tree, whole } = await this.read();
    const counts = new Map(whole.categories.map(({ slug, count }) => [slug, count]));
    const roots = asTrees(tree.entries, counts);
    const start = (query.page - 1) * query.limit;
    return {
      version: oldest(tree.version, whole.version),
      items: roots.slice(start, start + query.limit),
      total: roots.length,
    };
  }

  /**
   * Reads the categories and the counts of all businesses in one state of the directory. If the
   * directory keeps changing, they may come from two states.
   */
  private async read() {
    for (let attempt = 1; ; attempt++) {
      const [tree, whole] = await Promise.all([
        this.entries(),
        this.facets.facets(WHOLE_DIRECTORY, this.clock.now()),
      ]);
      if (tree.version === whole.version || attempt === ATTEMPTS) return { tree, whole };
      this.directory.moved();
    }
  }

  private async entries(): Promise<{ version: string; entries: CategoryEntryDto[] }> {
    const { rows } = await this.database.reads.query<{
      version: string;
      entries: CategoryEntryDto[];
    }>(
      `SELECT version::text, (SELECT coalesce(json_agg(c), '[]') FROM (
         SELECT c.id, c.slug, c.name, p.slug AS parent
         FROM categories c LEFT JOIN categories p ON p.id = c.parent_id
         ORDER BY c.name, c.slug
       ) AS c) AS entries FROM directory_version`,
    );
    return rows[0]!;
  }
}

/** Builds the trees. Siblings keep the order of the entries. */
function asTrees(
  entries: readonly CategoryEntryDto[],
  counts: ReadonlyMap<string, number>,
): CategoryDto[] {
  const nodes = new Map(
    entries.map((entry) => [
      entry.slug,
      { ...entry, businessCount: counts.get(entry.slug) ?? 0, children: [] as CategoryDto[] },
    ]),
  );
  const roots: CategoryDto[] = [];
  for (const node of nodes.values()) {
    const siblings = node.parent === null ? roots : nodes.get(node.parent)!.children;
    siblings.push(node);
  }
  return roots;
}
