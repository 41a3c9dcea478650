import type { Category } from './business-rows.repository.js';

/** Returns the categories and all their descendants. */
export function subtreeOf(slugs: readonly string[], categories: readonly Category[]): Set<string> {
  const bySlug = new Map(categories.map((category) => [category.slug, category]));
  const wanted = new Set(slugs);
  return new Set(
    [...bySlug.keys()].filter((own) =>
      [...withAncestors([own], bySlug)].some((slug) => wanted.has(slug)),
    ),
  );
}

/**
 * Returns the categories and all their ancestors without duplicates. Unknown categories are
 * omitted.
 */
export function withAncestors(
  slugs: readonly string[],
  bySlug: ReadonlyMap<string, Pick<Category, 'slug' | 'parent'>>,
): Set<string> {
  const all = new Set<string>();
  for (const own of slugs) {
    let category = bySlug.get(own);
    while (category && !all.has(category.slug)) {
      all.add(category.slug);
      category = category.parent === null ? undefined : bySlug.get(category.parent);
    }
  }
  return all;
}
