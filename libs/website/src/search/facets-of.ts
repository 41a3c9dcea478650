import { withAncestors } from '#libs/directory-index/src/categories.js';
import { type CategoryFacet, type Facets } from '#libs/directory-index/src/facets.js';
import type { Breakdown } from '#libs/directory/src/directory.repository.js';

/** Counts the filter options of events or deals. Each row counts once in every ancestor category. */
export function facetsOf({ version, categories, byCategories, byCity }: Breakdown): Facets {
  const bySlug = new Map(categories.map((category) => [category.slug, category]));
  const counts = new Map<string, number>();
  for (const { slugs, count } of byCategories) {
    for (const slug of withAncestors(slugs, bySlug)) {
      counts.set(slug, (counts.get(slug) ?? 0) + count);
    }
  }
  return {
    version,
    total: byCategories.reduce((sum, { count }) => sum + count, 0),
    openNow: 0,
    hoursUnknown: 0,
    categories: categories
      .flatMap((category): CategoryFacet[] => {
        const count = counts.get(category.slug);
        return count === undefined ? [] : [{ ...category, count }];
      })
      .sort(mostFirst),
    cities: byCity.toSorted(mostFirst),
    counties: [],
    attributes: [],
    regions: [],
  };
}

/** Compares by count, highest first. Equal counts keep their order by name. */
function mostFirst(a: { count: number }, b: { count: number }): number {
  return b.count - a.count;
}
