import type { EventCriteria } from '#libs/events/src/list/event-criteria.js';
import type { Place } from '../search/place-finder.js';
import { NEAR_METRES } from '../search/search-criteria.js';
import type { CalendarQuery } from './calendar-query.js';

/**
 * Converts a visitor's filters to an event filter. A ZIP code or a position selects nearby events.
 */
export function eventFilter(
  { isFree, search: { category, city, county } }: Pick<CalendarQuery, 'isFree' | 'search'>,
  place: Place | undefined,
): Omit<EventCriteria, 'from' | 'to'> {
  const cities = city ?? (place?.kind === 'city' ? [place.slug] : undefined);
  const counties = county ?? (place?.kind === 'county' ? [place.slug] : undefined);
  const isAround = place?.kind === 'postalCode' || place?.kind === 'position';
  return {
    ...(isFree && { isFree }),
    ...(category && { category }),
    ...(cities && { city: cities }),
    ...(counties && { county: counties }),
    ...(place?.kind === 'region' && { within: place.region }),
    ...(isAround && place.point && { near: { ...place.point, radius: NEAR_METRES } }),
  };
}
