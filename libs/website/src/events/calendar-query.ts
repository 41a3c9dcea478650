import { addDays, type LocalDate } from '#libs/geography/src/local-date.js';
import { readSearch } from '../search/read-search.js';
import { searchAddress, type SearchQuery } from '../search/search-query.js';
import { type Month, monthOf, type Stretch, STRETCHES } from './month.js';

export const VIEWS = ['month', 'agenda'] as const;
type CalendarView = (typeof VIEWS)[number];

/** Month, day, view and filters that a calendar address asks for. */
export interface CalendarQuery {
  /** Default: the next five weeks. */
  month?: Month;
  /** Limits the calendar to one day of the month. */
  day?: LocalDate;
  /** Limits the calendar to days that depend on today, instead of a month. */
  when?: Stretch;
  /** Default: the view that fits the screen. */
  view?: CalendarView;
  /** Limits the calendar to events with free admission. */
  isFree?: boolean;
  /** Only the place, category, city, county and page of the search apply. */
  search: SearchQuery;
}

/** Reads the parameters of a calendar address and ignores invalid values. */
export function readCalendar(query: Readonly<Record<string, unknown>>): CalendarQuery {
  const day = isDate(query.day) ? query.day : undefined;
  const month = day ? monthOf(day) : String(query.month);
  return {
    day,
    when: day ? undefined : STRETCHES.find((stretch) => stretch === query.when),
    month: isDate(`${month}-01`) ? month : undefined,
    view: VIEWS.find((view) => view === query.view),
    isFree: query.free === 'true' ? true : undefined,
    search: readSearch(query),
  };
}

/** Reports whether the text is an existing date, unlike February 30. */
function isDate(text: unknown): text is LocalDate {
  if (typeof text !== 'string' || !/^(?:19|20)\d\d-\d\d-\d\d$/.test(text)) return false;
  return !Number.isNaN(Date.parse(`${text}T00:00:00Z`)) && addDays(text, 0) === text;
}

/** Returns the address of a calendar page, with its parameters in a fixed order. */
export function calendarAddress(path: string, query: CalendarQuery): string {
  const { where, category, city, county, page } = query.search;
  return searchAddress(path, { where, category, city, county, page }, parametersOf(query));
}

/**
 * Returns the parameters that apply, except those of the search: a day and a stretch of days
 * exclude a month and a view.
 */
export function parametersOf({ day, when, month, view, isFree }: Omit<CalendarQuery, 'search'>) {
  const free = isFree ? 'true' : undefined;
  if (day) return { day, free };
  return when ? { when, free } : { month, view, free };
}
