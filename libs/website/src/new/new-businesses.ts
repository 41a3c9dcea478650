import type { BusinessCriteria } from '#libs/businesses/src/list/business-criteria.js';
import type { SearchQuery } from '../search/search-query.js';
import { WHOLE_DIRECTORY } from '../search/search.service.js';

/** The businesses that came last, narrowed as a visitor asks. */
export function newBusinesses({ category, city }: SearchQuery): BusinessCriteria {
  return {
    ...WHOLE_DIRECTORY,
    sort: 'newest',
    ...(category && { category: [category] }),
    ...(city && { city: [city] }),
  };
}
