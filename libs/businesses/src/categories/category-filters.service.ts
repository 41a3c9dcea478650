import { Injectable } from '@nestjs/common';
import { DirectoryIndex } from '#libs/directory-index/src/directory-index.js';
import { invalidParameter } from '#libs/http/src/errors/api-error.js';
import { noSuch } from '#libs/http/src/validation/known-fields.js';
import { slugify } from '#libs/text/src/identifiers.js';

/** Resolves the categories that filter lists, from slugs, names or former slugs. */
@Injectable()
export class CategoryFilters {
  constructor(private readonly index: DirectoryIndex) {}

  /**
   * @returns the filter with current slugs
   * @throws ApiError `invalid_parameter` with a suggestion for an unknown category
   */
  async read<T extends { category?: string[] }>(filter: T): Promise<T> {
    if (!filter.category) return filter;
    const slugs = await this.slugs();
    const category = filter.category.map((text) => {
      const slug = slugs.get(slugify(text));
      if (slug !== undefined) return slug;
      throw invalidParameter('category', noSuch('category', text, new Set(slugs.values())));
    });
    return { ...filter, category: [...new Set(category)].sort() };
  }

  /**
   * Returns the current slug of a category that once had the given one, or undefined if there is
   * none.
   */
  async presentSlug(former: string): Promise<string | undefined> {
    return (await this.slugs()).get(former);
  }

  /** Returns current slugs by alternative: the slug of the name, or a former slug. */
  private async slugs(): Promise<ReadonlyMap<string, string>> {
    const { categories } = await this.index.current();
    // Current slugs take precedence over names, and names over former slugs.
    const slugs = new Map<string, string>();
    for (const { formerSlugs, slug } of categories) {
      for (const former of formerSlugs) slugs.set(former, slug);
    }
    for (const { name, slug } of categories) slugs.set(slugify(name), slug);
    for (const { slug } of categories) slugs.set(slug, slug);
    return slugs;
  }
}
