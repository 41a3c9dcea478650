import { Injectable } from '@nestjs/common';
import { Database } from '#libs/database/src/database.js';
import { DirectoryVersion } from '#libs/directory/src/directory-version.js';
import { inputRefusal } from '#libs/http/src/validation/input-refusal.js';
import { noSuch } from '#libs/http/src/validation/known-fields.js';
import { slugify } from '#libs/text/src/slug.js';

interface KnownCategories {
  /** Directory version in decimal digits. */
  version: string;
  /** Current slugs by alternative: the slug of the name, or a former slug. */
  slugs: ReadonlyMap<string, string>;
}

/** Resolves the categories that filter lists, from slugs, names or former slugs. */
@Injectable()
export class CategoryFilters {
  /** Categories of the latest version with their names and former slugs. */
  private known: KnownCategories | undefined;

  constructor(
    private readonly database: Database,
    private readonly directory: DirectoryVersion,
  ) {}

  /**
   * @returns the filter with current slugs
   * @throws ApiError `invalid_parameter` with a suggestion for each unknown category
   */
  async read<T extends { category?: string[] }>(filter: T): Promise<T> {
    if (!filter.category) return filter;
    const slugs = await this.slugs();
    const found = filter.category.map((text) => ({ text, slug: slugs.get(slugify(text)) }));
    const problems = found
      .filter(({ slug }) => slug === undefined)
      .map(({ text }) => ({
        field: 'category',
        message: () => noSuch('category', text, [...new Set(slugs.values())]),
      }));
    if (problems.length > 0) throw inputRefusal('invalid_parameter', problems);
    return { ...filter, category: [...new Set(found.map(({ slug }) => slug!))].sort() };
  }

  /**
   * Returns the current slug of a category that once had the given one, or undefined if there is
   * none.
   */
  async presentSlug(former: string): Promise<string | undefined> {
    return (await this.slugs()).get(former);
  }

  private async slugs(): Promise<ReadonlyMap<string, string>> {
    const version = await this.directory.current();
    if (this.known?.version !== version) this.known = await this.load();
    return this.known.slugs;
  }

  private async load(): Promise<KnownCategories> {
    const { rows } = await this.database.reads.query<{ version: string; names: Names[] }>(
      `SELECT version::text, (SELECT coalesce(json_agg(n), '[]') FROM (
         SELECT c.slug, c.name, f.slug AS former
         FROM categories c LEFT JOIN former_category_slugs f ON f.category_id = c.id
       ) AS n) AS names FROM directory_version`,
    );
    const { version, names } = rows[0]!;
    // Current slugs take precedence over names, and names over former slugs.
    const slugs = new Map<string, string>();
    for (const { former, slug } of names) if (former !== null) slugs.set(former, slug);
    for (const { name, slug } of names) slugs.set(slugify(name), slug);
    for (const { slug } of names) slugs.set(slug, slug);
    return { version, slugs };
  }
}

interface Names {
  slug: string;
  name: string;
  former: string | null;
}
