import type { EventDto } from '#libs/events/src/record/event.dto.js';
import { AddressLines, WebsiteButton } from '../contact/contact-details.js';
import { Icon } from '../layout/icon.js';
import { Section } from '../layout/section.js';
import { SmallMap } from '../map/small-map.js';
import type { StreetPicture } from '../map/street-tiles.js';
import type { PageContext } from '../pages/page-context.js';
import { searchAddress } from '../search/search-query.js';
import { calendarLinks } from './calendar-links.js';
import { dateAndTimes } from './event-times.js';

interface Properties {
  page: PageContext;
  event: EventDto;
  /** Upcoming occurrences. */
  dates: readonly EventDto[];
  /** True if the next occurrence, or the only one, is canceled. */
  isCanceled: boolean;
  streets?: StreetPicture;
}

export function EventView({ page, event, dates, isCanceled, streets }: Properties) {
  const t = page.t.events;
  const { name, category, description, isFree } = event;
  return (
    <>
      <article>
        <h1>
          <bdi>{name}</bdi>
        </h1>
        {(category ?? isFree) && (
          <p>
            {category && (
              <a href={page.href(searchAddress('/events', { category: [category.slug] }))}>
                <bdi>{page.categoryName(category.name)}</bdi>
              </a>
            )}
            {category && isFree && ' · '}
            {isFree && t.free}
          </p>
        )}
        {dates.length === 0 && <p class="note">{isCanceled ? t.canceled : t.over}</p>}
        <Actions page={page} event={event} date={dates[0]} />
        {description && (
          <p class="description">
            <bdi>{description}</bdi>
          </p>
        )}
        <div class="columns">
          <Section id="dates" title={t.dates} items={dates}>
            <ul class="plain">
              {dates.map((date) => (
                <li>
                  <time dateTime={date.startsAt}>{dateAndTimes(page, date)}</time>
                </li>
              ))}
            </ul>
          </Section>
          <Place page={page} event={event} streets={streets} />
        </div>
      </article>
      <p>
        <a href={page.href('/events')}>{t.all}</a>
      </p>
    </>
  );
}

type Of = Pick<Properties, 'page' | 'event'>;

/** @property date occurrence that a calendar on the web receives. The file has all of them. */
function Actions({ page, event: { slug, website }, date }: Of & { date: EventDto | undefined }) {
  const t = page.t.events;
  return (
    <ul class="actions">
      {date && (
        <li>
          <details class="more">
            <summary class="button primary">
              <Icon page={page} name="calendar" />
              <span>{t.add}</span>
            </summary>
            <ul>
              {calendarLinks(page, date).map(({ name, address }) => (
                <li>
                  <a class="button" href={address} rel="nofollow external">
                    {name}
                  </a>
                </li>
              ))}
              <li>
                <a class="button" href={page.href(`/events/${slug}.ics`)} rel="nofollow" download>
                  {t.addFile}
                </a>
              </li>
            </ul>
          </details>
        </li>
      )}
      <WebsiteButton page={page} address={website} />
    </ul>
  );
}

function Place({ page, event, streets }: Of & Pick<Properties, 'streets'>) {
  const { venue, business, address, location } = event;
  return (
    <Section id="place" title={page.t.events.place}>
      <address>
        {business && (
          <a class="line" href={page.href(`/b/${business.slug}`)}>
            <bdi>{business.name}</bdi>
          </a>
        )}
        <AddressLines address={address} venue={venue === business?.name ? null : venue} />
      </address>
      {location && <SmallMap page={page} streets={streets} {...location} />}
    </Section>
  );
}
