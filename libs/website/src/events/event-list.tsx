import type { EventDto } from '#libs/events/src/record/event.dto.js';
import { inLine } from '../contact/contact-details.js';
import type { PageContext } from '../pages/page-context.js';
import { dateAndTimes, timesOfDay } from './event-times.js';

interface Properties {
  page: PageContext;
  events: readonly EventDto[];
  /** Omits the day of each event, for lists under a heading that shows it. */
  isOfOneDay?: boolean;
}

export function EventList({ page, events, isOfOneDay = false }: Properties) {
  return (
    <ul class="plain">
      {events.map((event) => {
        const { slug, name, startsAt, venue, address, business, isFree } = event;
        const place = inLine(venue ?? business?.name, address.city);
        return (
          <li>
            <a href={page.href(`/events/${slug}`)}>
              <strong>
                <bdi>{name}</bdi>
              </strong>
            </a>
            <span class="line">
              <time dateTime={startsAt}>
                {isOfOneDay ? timesOfDay(page, event) : dateAndTimes(page, event)}
              </time>
              {place && (
                <span class="quiet">
                  {' · '}
                  {business ? (
                    <a href={page.href(`/b/${business.slug}`)}>
                      <bdi>{place}</bdi>
                    </a>
                  ) : (
                    <bdi>{place}</bdi>
                  )}
                </span>
              )}
              {isFree && ` · ${page.t.events.free}`}
            </span>
          </li>
        );
      })}
    </ul>
  );
}
