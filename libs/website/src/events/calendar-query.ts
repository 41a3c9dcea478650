import type { LocalDate } from '../pages/local-date.js';
import { addDays } from '../pages/local-date.js';
import { readSearch, searchAddress, type SearchQuery } from '../search/search-query.js';
import { type Month, monthOf } from './month.js';

export const VIEWS = ['month', 'agenda'] as const;
export type CalendarView = (typeof VIEWS)[number];

/** What of the calendar is asked for. */
export interface CalendarQuery {
  /** Undefined: the present one. */
  month?: Month;
  /** The only day of the month that is asked for. */
  day?: LocalDate;
  /** Undefined: whichever the screen has room for. */
  view?: CalendarView;
  /** The same as a search: only where, category, city, county and the page are used. */
  search: SearchQuery;
}

/** What cannot be read is as if it were not there. */
export function readCalendar(query: Readonly<Record<string, unknown>>): CalendarQuery {
  const day = isDate(query.day) ? query.day : undefined;
  return {
    day,
    month: day
      ? monthOf(day)
      : isDate(`${String(query.month)}-01`)
        ? String(query.month)
        : undefined,
    view: VIEWS.find((view) => view === query.view),
    search: readSearch(query),
  };
}

/** A date that there is: not the 30th of February. */
function isDate(text: unknown): text is LocalDate {
  if (typeof text !== 'string' || !/^(?:19|20)\d\d-\d\d-\d\d$/.test(text)) return false;
  return !Number.isNaN(Date.parse(`${text}T00:00:00Z`)) && addDays(text, 0) === text;
}

/** The address of a page of the calendar, always in the same order. */
export function calendarAddress(path: string, { month, day, view, search }: CalendarQuery): string {
  const { where, category, city, county, page } = search;
  const address = searchAddress(path, { where, category, city, county, page });
  const times = Object.entries(day ? { day } : { month, view }).filter(
    (entry): entry is [string, string] => entry[1] !== undefined,
  );
  if (times.length === 0) return address;
  return `${address}${address.includes('?') ? '&' : '?'}${new URLSearchParams(times).toString()}`;
}
