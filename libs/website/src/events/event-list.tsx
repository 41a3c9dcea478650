import type { EventDto } from '#libs/events/src/record/event.dto.js';
import type { PageContext } from '../pages/page-context.js';

interface Properties {
  page: PageContext;
  events: readonly EventDto[];
}

/** Occurrences in the order in which they begin. */
export function EventList({ page, events }: Properties) {
  return (
    <ul class="plain">
      {events.map(({ name, startsAt, venue, address, business }) => {
        const place = [venue ?? business?.name, address.city].filter(Boolean).join(', ');
        return (
          <li>
            <strong>
              <bdi>{name}</bdi>
            </strong>
            <span class="line">
              <time dateTime={startsAt}>{page.dateTime(new Date(startsAt))}</time>
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
            </span>
          </li>
        );
      })}
    </ul>
  );
}
