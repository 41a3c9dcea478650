import { Injectable } from '@nestjs/common';
import { Database } from '#libs/database/src/database.js';
import type { Page } from '#libs/directory/src/snapshot.js';
import type { PageQuery } from '#libs/http/src/page-query.dto.js';
import type { CategoryDto } from './category.dto.js';

type Row = Omit<CategoryDto, 'children'>;

/** All categories, as trees. */
@Injectable()
export class CategoriesService {
  constructor(private readonly database: Database) {}

  /** A page of the topmost categories, each with all that is below it. */
  async page(query: PageQuery): Promise<Page<CategoryDto>> {
    const { rows } = await this.database.reads.query<{ version: string; categories: Row[] }>(
      `SELECT version::text, (SELECT coalesce(json_agg(c), '[]') FROM (${CATEGORIES}) c) AS categories
       FROM directory_version`,
    );
    const { version, categories } = rows[0]!;
    const roots = asTrees(categories);
    const start = (query.page - 1) * query.limit;
    return { version, items: roots.slice(start, start + query.limit), total: roots.length };
  }
}

const CATEGORIES = `
  WITH RECURSIVE above AS (
    SELECT slug, id, parent_id FROM categories
    UNION
    SELECT above.slug, p.id, p.parent_id FROM above JOIN categories p ON p.id = above.parent_id
  ), counts AS (
    SELECT above.id, count(DISTINCT b.id)::int AS businesses
    FROM businesses b CROSS JOIN unnest(b.category_slugs) AS own (slug) JOIN above ON above.slug = own.slug
    WHERE b.removed_at IS NULL AND b.status = 'open'
    GROUP BY above.id
  )
  SELECT c.id, c.slug, c.name, p.slug AS parent, coalesce(counts.businesses, 0) AS "businessCount"
  FROM categories c
  LEFT JOIN categories p ON p.id = c.parent_id
  LEFT JOIN counts ON counts.id = c.id
  ORDER BY c.name, c.slug`;

/** Keeps the order of the rows among siblings. */
function asTrees(rows: Row[]): CategoryDto[] {
  const nodes = new Map(rows.map((row) => [row.slug, { ...row, children: [] as CategoryDto[] }]));
  const roots: CategoryDto[] = [];
  for (const node of nodes.values()) {
    const siblings = node.parent === null ? roots : nodes.get(node.parent)!.children;
    siblings.push(node);
  }
  return roots;
}
