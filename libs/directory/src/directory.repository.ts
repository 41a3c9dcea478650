import { Injectable } from '@nestjs/common';
import { Database, type Prisma } from '#libs/database/src/database.js';

export interface DirectoryState {
  /** Directory version in decimal digits. */
  version: string;
  /** Changes when the directory is reset. */
  epoch: string;
  /** Time of the change that led to the version. */
  changedAt: Date;
}

/**
 * Numbers of rows of a list by set of categories and by city, from which filter counts are
 * computed.
 */
export interface Breakdown {
  /** Directory version in decimal digits. */
  version: string;
  /** All categories, ordered by name. */
  categories: { slug: string; name: string; parent: string | null }[];
  byCategories: { slugs: string[]; count: number }[];
  byCity: { slug: string; name: string; count: number }[];
}

/** Reads and locks the directory version. */
@Injectable()
export class DirectoryRepository {
  constructor(private readonly database: Database) {}

  async current(): Promise<DirectoryState> {
    const row = await this.database.probe<DirectoryState & object>(
      'SELECT version::text, epoch, changed_at AS "changedAt" FROM directory_version',
    );
    return row!;
  }

  /** Makes other transactions that change the directory wait until this one ends. */
  async lock(tx: Prisma.TransactionClient): Promise<void> {
    await tx.$queryRaw`SELECT FROM directory_version FOR UPDATE`;
  }
}

interface Columns {
  /** SQL expression for an array of category slugs. */
  categories: string;
  city: string;
  citySlug: string;
}

/**
 * Returns the query that reads a `Breakdown`.
 *
 * @param matching tables and conditions of the rows to count, as in a FROM clause
 */
export function breakdownOf(matching: string, { categories, city, citySlug }: Columns): string {
  return `
    SELECT
      (SELECT version::text FROM directory_version) AS version,
      (SELECT coalesce(json_agg(
         json_build_object('slug', c.slug, 'name', c.name, 'parent', p.slug) ORDER BY c.name, c.slug), '[]')
       FROM categories c LEFT JOIN categories p ON p.id = c.parent_id) AS categories,
      coalesce(json_agg(json_build_object('slugs', slugs, 'count', count))
        FILTER (WHERE slugs IS NOT NULL), '[]') AS "byCategories",
      coalesce(json_agg(json_build_object('slug', slug, 'name', name, 'count', count) ORDER BY name)
        FILTER (WHERE slug <> ''), '[]') AS "byCity"
    FROM (
      SELECT ${categories} AS slugs, ${citySlug} AS slug, min(${city}) AS name, count(*)::int AS count
      FROM ${matching} GROUP BY GROUPING SETS ((${categories}), (${citySlug}))
    ) AS groups`;
}
