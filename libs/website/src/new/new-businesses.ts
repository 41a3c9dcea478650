import { type BusinessCriteria, WHOLE_DIRECTORY } from '#libs/directory-index/src/criteria.js';
import type { SearchQuery } from '../search/search-query.js';

/** Returns the criteria for the newest businesses, narrowed by the visitor's filters. */
export function newBusinesses({ category, city }: SearchQuery): BusinessCriteria {
  return {
    ...WHOLE_DIRECTORY,
    sort: 'newest',
    ...(category && { category: [category] }),
    ...(city && { city: [city] }),
  };
}
