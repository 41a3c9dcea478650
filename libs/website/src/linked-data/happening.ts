import type { Event, WithContext } from 'schema-dts';
import type { EventDto } from '#libs/events/src/record/event.dto.js';
import type { PageContext } from '../pages/page-context.js';
import { postalAddress } from './local-business.js';

/**
 * Describes an event to search engines.
 *
 * @param event event with the times of the occurrence to describe
 */
export function happening(page: PageContext, event: EventDto): WithContext<Event> {
  const { slug, name, description, startsAt, endsAt, venue, business, address, location } = event;
  const host = business && page.address(`/b/${business.slug}`);
  return {
    '@context': 'https://schema.org',
    '@type': 'Event',
    name,
    description: description ?? undefined,
    url: page.address(`/events/${slug}`),
    startDate: startsAt,
    endDate: endsAt,
    eventStatus: 'https://schema.org/EventScheduled',
    eventAttendanceMode: 'https://schema.org/OfflineEventAttendanceMode',
    isAccessibleForFree: event.isFree ?? undefined,
    location: {
      '@type': 'Place',
      name: venue ?? business?.name ?? address.city ?? undefined,
      address: postalAddress(event),
      geo: location ? { '@type': 'GeoCoordinates', ...location } : undefined,
    },
    organizer: host
      ? { '@type': 'Organization', '@id': `${host}#business`, name: business.name, url: host }
      : undefined,
  };
}
