import { DAYS } from '#libs/businesses/src/record/enumerations.js';
import type { BusinessCriteria } from '#libs/directory-index/src/criteria.js';
import { localMinuteOfWeek } from '#libs/geography/src/local-time.js';
import type { Place } from './place-finder.js';
import type { Opening } from './openings.js';
import { PAGE_SIZE, type SearchQuery, type Sort, SORTS } from './search-query.js';

/** Radius of "near me" in meters: 25 miles. */
export const NEAR = 40_234;

const DAY = 24 * 60;
/** Minutes of the day: "late" begins at 10 PM, and a night ends at 4 AM. */
const LATE = 22 * 60;
const MORNING = 4 * 60;

/** Returns the sorts that apply to a search. */
export function sortsFor({ q }: Pick<SearchQuery, 'q'>, place: Place | undefined): Sort[] {
  return SORTS.filter((sort) => {
    if (sort === 'relevance') return q !== undefined;
    return sort !== 'distance' || (place !== undefined && 'point' in place);
  });
}

/**
 * Returns the sort of a search: the requested one if it applies, otherwise nearest first around a
 * position.
 */
export function sortOf(search: Pick<SearchQuery, 'q' | 'sort'>, place: Place | undefined): Sort {
  const sorts = sortsFor(search, place);
  if (search.sort && sorts.includes(search.sort)) return search.sort;
  if (place?.kind === 'position') return 'distance';
  return sorts[0]!;
}

/** Converts a search to directory criteria. */
export function toCriteria(
  search: SearchQuery,
  place: Place | undefined,
  now: Date,
): BusinessCriteria {
  const { q, category, city, county, open, page } = search;
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
    ...(open && openingCriteria(open, localMinuteOfWeek(now))),
  };
}

/** @param minute current minute since Monday 00:00 */
function openingCriteria(
  open: Opening,
  minute: number,
): Pick<BusinessCriteria, 'openAtMinute' | 'openBetween'> {
  const timeOfDay = minute % DAY;
  const midnight = minute - timeOfDay;
  if (open === 'today') return { openBetween: { from: minute, to: midnight + DAY } };
  const weekday = open === 'weekend' ? DAYS.indexOf('saturday') : DAYS.findIndex((d) => d === open);
  if (weekday >= 0) {
    const [from, to] = [weekday * DAY, (open === 'weekend' ? DAYS.length : weekday + 1) * DAY];
    return { openBetween: { from: from <= minute && minute < to ? minute : from, to } };
  }
  const isLateAlready = timeOfDay >= LATE || timeOfDay < MORNING;
  return { openAtMinute: open === 'now' || isLateAlready ? minute : midnight + LATE };
}
