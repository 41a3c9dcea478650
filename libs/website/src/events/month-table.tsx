import type { EventDay } from '#libs/events/src/events.service.js';
import type { EventDto } from '#libs/events/src/record/event.dto.js';
import { type LocalDate, localDate } from '#libs/geography/src/local-date.js';
import type { PageContext } from '../pages/page-context.js';
import { monthOf, weeksOf } from './month.js';

export interface CalendarDay extends EventDay {
  date: LocalDate;
}

interface Properties {
  page: PageContext;
  title: string;
  days: readonly CalendarDay[];
  hrefOfDay: (day: LocalDate) => string;
  /** Shows the table on narrow screens too, which otherwise show the agenda. */
  isOnly: boolean;
}

/** Weekdays as numbered by `PageContext.weekday`, because weeks begin on Sunday. */
const WEEK = [6, 0, 1, 2, 3, 4, 5];

export function MonthTable({ page, title, days, hrefOfDay, isOnly }: Properties) {
  const today = localDate(page.now);
  const isOneMonth = monthOf(days[0]!.date) === monthOf(days.at(-1)!.date);
  const nameOf = ({ date }: CalendarDay) =>
    !isOneMonth && (date === days[0]!.date || date.endsWith('-01'))
      ? page.dayOfMonth(date)
      : page.number(Number(date.slice(8)));
  return (
    <mnbd-month class={isOnly ? undefined : 'if-wide'}>
      <table class="month">
        <caption class="hidden">{title}</caption>
        <thead>
          <tr>
            {WEEK.map((day) => (
              <th scope="col" abbr={page.weekday(day)}>
                {page.weekday(day, 'short')}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeksOf(days).map((week) => (
            <tr>
              {week.map((day) =>
                day === undefined ? (
                  <td />
                ) : (
                  <td data-day aria-current={day.date === today ? 'date' : undefined}>
                    <Day {...{ page, day }} name={nameOf(day)} href={hrefOfDay(day.date)} />
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </mnbd-month>
  );
}

interface DayProperties {
  page: PageContext;
  day: CalendarDay;
  /** Number of the day. In a table of several months, the first day of each names its month. */
  name: string;
  href: string;
}

function Day({ page, day: { date, items, total }, name, href }: DayProperties) {
  const number = <time dateTime={date}>{name}</time>;
  if (total === 0) return number;
  return (
    <>
      <a class="number" href={href} rel="nofollow">
        {number} <span class="hidden">{page.t.events.count(total)}</span>
        <span class="count" aria-hidden="true">
          {page.number(total)}
        </span>
      </a>
      <ul>
        {items.map((event) => (
          <li>
            <a href={page.href(`/events/${event.slug}`)}>
              <span class="quiet">{timeOn(page, date, event)} </span>
              <bdi>{event.name}</bdi>
            </a>
          </li>
        ))}
        {total > items.length && (
          <li>
            <a href={href} rel="nofollow">
              {page.t.search.more(total - items.length)}
            </a>
          </li>
        )}
      </ul>
    </>
  );
}

/** Returns when an event starts on its first day and ends on its last. */
function timeOn(page: PageContext, date: LocalDate, event: EventDto): string | undefined {
  const startsAt = new Date(event.startsAt);
  const endsAt = new Date(event.endsAt);
  if (localDate(startsAt) === date) return page.time(startsAt);
  if (localDate(endsAt) === date) return page.t.events.until(page.time(endsAt));
  return undefined;
}
