import type { BusinessCriteria } from '#libs/directory-index/src/criteria.js';
import { METERS_PER_MILE } from '#libs/geography/src/distance.js';
import { type LocalMinute, localMinute } from '#libs/geography/src/local-time.js';
import { DAY, dayOf, weekdayOf, DAYS } from '#libs/directory-index/src/opening-hours.js';
import type { Place } from './place-finder.js';
import { PAGE_SIZE, type SearchQuery, type Sort, SORTS, type Opening } from './search-query.js';

/** Radius of "near me" in meters: 25 miles. */
export const NEAR_METERS = Math.round(25 * METERS_PER_MILE);

/** Minutes of the day: "late" begins at 10 PM, and a night ends at 4 AM. */
const LATE = 22 * 60;
const MORNING = 4 * 60;

export function sortsFor({ q }: Pick<SearchQuery, 'q'>, place: Place | undefined): Sort[] {
  return SORTS.filter((sort) => {
    if (sort === 'relevance') return q !== undefined;
    return sort !== 'distance' || place?.point !== undefined;
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

export function toCriteria(
  search: SearchQuery,
  place: Place | undefined,
  now: Date,
): BusinessCriteria {
  const { q, category, city, county, attributes, open, page } = search;
  const sort = sortOf(search, place);
  const cities = city ?? (place?.kind === 'city' ? [place.slug] : undefined);
  const counties = county ?? (place?.kind === 'county' ? [place.slug] : undefined);
  return {
    page,
    limit: PAGE_SIZE,
    sort,
    status: 'open',
    ...(q && { q }),
    ...(category && { category }),
    ...(cities && { city: cities }),
    ...(counties && { county: counties }),
    ...(attributes && { attribute: [...attributes] }),
    ...(place?.kind === 'postalCode' && { postalCode: [place.code] }),
    ...(place?.kind === 'region' && { region: [place.slug] }),
    ...(place?.point && sort === 'distance' && { point: place.point }),
    ...(place?.kind === 'position' && { point: place.point, radius: NEAR_METERS }),
    ...(open && openingCriteria(open, localMinute(now))),
  };
}

function openingCriteria(
  open: Opening,
  minute: LocalMinute,
): Pick<BusinessCriteria, 'openAt' | 'openBetween'> {
  const timeOfDay = minute % DAY;
  const midnight = minute - timeOfDay;
  if (open === 'tomorrow') {
    return { openBetween: { from: midnight + DAY, to: midnight + 2 * DAY } };
  }
  if (open === 'today') return { openBetween: { from: minute, to: midnight + DAY } };
  const weekday = open === 'weekend' ? DAYS.indexOf('saturday') : DAYS.findIndex((d) => d === open);
  if (weekday >= 0) {
    const days = open === 'weekend' ? 2 : 1;
    const today = weekdayOf(dayOf(minute));
    const hasBegun = today >= weekday && today < weekday + days;
    const ahead = hasBegun ? weekday - today : (weekday - today + DAYS.length) % DAYS.length;
    const from = midnight + ahead * DAY;
    return { openBetween: { from: Math.max(from, minute), to: from + days * DAY } };
  }
  const isLateAlready = timeOfDay >= LATE || timeOfDay < MORNING;
  return { openAt: open === 'now' || isLateAlready ? minute : midnight + LATE };
}
