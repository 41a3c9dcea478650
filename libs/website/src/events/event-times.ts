import type { EventDto } from '#libs/events/src/record/event.dto.js';
import { localDate } from '#libs/geography/src/local-date.js';
import type { PageContext } from '../pages/page-context.js';

type Times = Pick<EventDto, 'startsAt' | 'endsAt'>;

const DATE = { weekday: 'short', month: 'short', day: 'numeric' } as const;
const TIME = { hour: 'numeric', minute: '2-digit' } as const;

/**
 * Returns dates and times in Minnesota, such as "Fri, Jul 10, 7:00 – 10:00 PM", with the years unless
 * both are the current one.
 */
export function dateAndTimes(page: PageContext, event: Times): string {
  return range(page, event, { ...DATE, ...page.yearOf(...daysOf(event)), ...TIME });
}

/**
 * Returns times such as "7:00 – 10:00 PM", with dates if the event lasts past the end of the day.
 */
export function timesOfDay(page: PageContext, event: Times): string {
  const [first, last] = daysOf(event);
  return first === last ? range(page, event, TIME) : dateAndTimes(page, event);
}

function daysOf({ startsAt, endsAt }: Times) {
  return [startsAt, endsAt].map((time) => localDate(new Date(time)));
}

function range(
  page: PageContext,
  { startsAt, endsAt }: Times,
  options: Intl.DateTimeFormatOptions,
) {
  return page.range(options, new Date(startsAt), new Date(endsAt));
}
