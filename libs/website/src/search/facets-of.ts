import { categoryFacets, type Facets, mostFirst } from '#libs/directory-index/src/facets.js';
import type { Breakdown } from '#libs/directory/src/directory.repository.js';

/** Counts the filter options of events or deals. Each row counts once in every ancestor category. */
export function facetsOf({ version, categories, byCategories, byCity }: Breakdown): Facets {
  const counts = byCategories.map(({ count }) => count);
  return {
    version,
    total: counts.reduce((sum, count) => sum + count, 0),
    openNow: 0,
    hoursUnknown: 0,
    categories: categoryFacets(
      categories,
      byCategories.map(({ slugs }) => slugs),
      counts,
    ),
    cities: byCity.toSorted(mostFirst),
    counties: [],
    attributes: [],
    regions: [],
  };
}
