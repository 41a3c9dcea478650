import {
  type BusinessCriteria,
  WHOLE_DIRECTORY,
} from '#libs/businesses/src/list/business-criteria.js';
import type { SearchQuery } from '../search/search-query.js';

/** The businesses that came last, narrowed as a visitor asks. */
export function newBusinesses({ category, city }: SearchQuery): BusinessCriteria {
  return {
    ...WHOLE_DIRECTORY,
    sort: 'newest',
    ...(category && { category: [category] }),
    ...(city && { city: [city] }),
  };
}
