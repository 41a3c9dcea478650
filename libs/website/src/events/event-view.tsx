import type { EventDto } from '#libs/events/src/record/event.dto.js';
import { AddressLines, inLine, WebsiteButton } from '../contact/contact-details.js';
import { Icon } from '../layout/icon.js';
import { Section } from '../layout/section.js';
import { SmallMap } from '../map/small-map.js';
import type { StreetPicture } from '../map/street-tiles.js';
import type { PageContext } from '../pages/page-context.js';
import { searchAddress } from '../search/search-query.js';
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
              <Icon name="calendar" />
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

/** Returns links that add one occurrence of an event to a calendar on the web. */
function calendarLinks(page: PageContext, event: EventDto) {
  const { name, slug, venue, business, address, startsAt, endsAt } = event;
  const { street, city, state } = address;
  const location = inLine(venue ?? business?.name, street, city, state);
  const details = page.address(`/events/${slug}`);
  const google = new URLSearchParams({
    action: 'TEMPLATE',
    text: name,
    dates: [startsAt, endsAt].map(compact).join('/'),
    location,
    details,
  });
  const outlook = new URLSearchParams({
    path: '/calendar/action/compose',
    rru: 'addevent',
    subject: name,
    startdt: startsAt,
    enddt: endsAt,
    location,
    body: details,
  });
  return [
    { name: 'Google', address: `https://calendar.google.com/calendar/render?${google.toString()}` },
    {
      name: 'Outlook',
      address: `https://outlook.live.com/calendar/0/deeplink/compose?${outlook.toString()}`,
    },
  ];
}

/** Writes an instant such as "20260711T000000Z". */
function compact(instant: string): string {
  return instant.replace(/[-:]|\.\d+/g, '');
}
