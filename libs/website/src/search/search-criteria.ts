import type { BusinessCriteria } from '#libs/businesses/src/list/business-criteria.js';
import { localMinuteOfWeek } from '#libs/geography/src/local-time.js';
import type { Place } from './place-finder.js';
import { PAGE_SIZE, type SearchQuery, type Sort, SORTS } from './search-query.js';

/** "Near me" is within so many metres: 25 miles. */
export const NEAR = 40_234;

/** The sorts that mean something for a search. */
export function sortsFor({ q }: Pick<SearchQuery, 'q'>, place: Place | undefined): Sort[] {
  return SORTS.filter((sort) => {
    if (sort === 'relevance') return q !== undefined;
    return sort !== 'distance' || (place !== undefined && 'point' in place);
  });
}

/** How a search is sorted: as asked for, if that means something; nearest first around a position. */
export function sortOf(search: Pick<SearchQuery, 'q' | 'sort'>, place: Place | undefined): Sort {
  const sorts = sortsFor(search, place);
  if (search.sort && sorts.includes(search.sort)) return search.sort;
  if (place?.kind === 'position') return 'distance';
  return sorts[0]!;
}

/** What a search asks of the directory. */
export function toCriteria(
  search: SearchQuery,
  place: Place | undefined,
  now: Date,
): BusinessCriteria {
  const { q, category, city, county, isOpenNow, page } = search;
  const sort = sortOf(search, place);
  const citySlug = city ?? (place?.kind === 'city' ? place.slug : undefined);
  const countySlug = county ?? (place?.kind === 'county' ? place.slug : undefined);
  return {
    page,
    limit: PAGE_SIZE,
    sort,
    status: 'open',
    ...(q && { q }),
    ...(category && { category: [category] }),
    ...(citySlug && { city: [citySlug] }),
    ...(countySlug && { county: [countySlug] }),
    ...(place?.kind === 'postalCode' && { postalCode: [place.code] }),
    ...(place && 'point' in place && sort === 'distance' && { point: place.point }),
    ...(place?.kind === 'position' && { point: place.point, radius: NEAR }),
    ...(isOpenNow && { openAtMinute: localMinuteOfWeek(now) }),
  };
}
