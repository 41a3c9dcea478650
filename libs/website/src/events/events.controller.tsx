import { Get, Param, Query } from '@nestjs/common';
import { ApiProduces } from '@nestjs/swagger';
import { presentMinute } from '#libs/config/src/clock.js';
import { oldest } from '#libs/directory/src/read-results.js';
import { ICALENDAR, iCalendar } from '#libs/events/src/calendar/icalendar.js';
import { EventsService } from '#libs/events/src/events.service.js';
import type { EventCriteria } from '#libs/events/src/list/event-criteria.js';
import { endOfDay, horizonAt } from '#libs/events/src/occurrences/horizon.js';
import { ApiError } from '#libs/http/src/errors/api-error.js';
import type { CacheableRead } from '#libs/response-cache/src/representation.js';
import {
  addDays,
  endOfToday,
  localDate,
  type LocalDate,
  startOfDay,
} from '#libs/geography/src/local-date.js';
import { inLine } from '../contact/contact-details.js';
import { happening } from '../linked-data/linked-data.js';
import { viewOfStreets } from '../map/small-map.js';
import { StreetTiles } from '../map/street-tiles.js';
import { findRecord } from '../pages/find-record.js';
import type { PageContext } from '../pages/page-context.js';
import { Pages } from '../pages/pages.js';
import { earliest, type View } from '../pages/view.js';
import { WebPages } from '../pages/web-pages.decorator.js';
import { facetsOf } from '../search/facets-of.js';
import { expectPage, isListed, titleWith } from '../search/filtered-list.js';
import { NEAR_METERS } from '../search/search-criteria.js';
import { PAGE_SIZE } from '../search/search-query.js';
import { type InterpretedSearch, SearchService } from '../search/search.service.js';
import { calendarAddress, type CalendarQuery, readCalendar } from './calendar-query.js';
import { CalendarView } from './calendar-view.js';
import { EventView } from './event-view.js';
import { eventsUnlessUnavailable } from './events-unless-unavailable.js';
import {
  addMonths,
  comingDays,
  daysOf,
  daysOfStretch,
  isWithin,
  type Month,
  monthOf,
  windowOf,
} from './month.js';

/** Maximum number of events shown per day of the month. The day's own page lists the rest. */
const MOST_OF_A_DAY = 3;
/** Maximum number of dates on an event page. */
const NEXT_DATES = 10;
/** Number of days that a subscription covers. */
const DAYS_AHEAD = 365;

@WebPages()
export class EventsPageController {
  constructor(
    private readonly pages: Pages,
    private readonly searches: SearchService,
    private readonly events: EventsService,
    private readonly streets: StreetTiles,
  ) {}

  @Get('events')
  calendar(@Query() query: Record<string, unknown>): CacheableRead {
    const calendar = readCalendar(query);
    return this.pages.respond((page) => this.calendarView(page, calendar));
  }

  @Get('events/:slug')
  get(@Param('slug') slug: string): CacheableRead {
    return this.pages.respond((page) => this.eventView(page, slug));
  }

  /** Returns a subscription to events from today on, with the same filters as the calendar page. */
  @Get('events.ics')
  @ApiProduces(ICALENDAR)
  subscription(@Query() query: Record<string, unknown>): CacheableRead {
    const { isFree, search: requested } = readCalendar(query);
    return this.pages.file(async (page) => {
      const today = localDate(page.now);
      const interpreted = await this.searches.interpretForFile(requested, page.now);
      const { version, events } = await this.events.calendar({
        ...eventFilter(isFree, interpreted),
        from: startOfDay(today),
        to: startOfDay(addDays(today, DAYS_AHEAD)),
      });
      const title = titleWith(page, page.t.events.title, interpreted);
      return {
        ...fileOf(await iCalendar(events, { name: `${title} · ${page.siteName}` }), 'events'),
        version: oldest(version, interpreted.version),
        until: endOfToday(page.now),
      };
    });
  }

  @Get('events/:slug.ics')
  @ApiProduces(ICALENDAR)
  file(@Param('slug') slug: string): CacheableRead {
    return this.pages.file(async () => {
      const { version, record } = await findRecord(this.events, 'event', slug);
      const isCanceled = await this.events.isCanceled(record);
      return { ...fileOf(await iCalendar([record], { isCanceled }), record.slug), version };
    });
  }

  private async calendarView(page: PageContext, calendarQuery: CalendarQuery): Promise<View> {
    const { now, t } = page;
    const { day, when, view, isFree } = calendarQuery;
    const { dates, about, month } = periodOf(calendarQuery, page);
    const interpreted = await this.searches.interpret(calendarQuery.search, now);
    const { search } = interpreted;
    const whole = { ...eventFilter(isFree, interpreted), ...windowOf(dates) };
    const minute = presentMinute(now);
    // Past events appear in the month view but not in the agenda.
    const isUnderWay = !day && whole.from <= minute.start && minute.start < whole.to;
    const rest = isUnderWay ? { ...whole, from: minute.start } : whole;
    const hasMonth = !day && !when && view !== 'agenda';
    const hasAgenda = !hasMonth || view !== 'month';
    const [days, agenda, breakdown] = await Promise.all([
      hasMonth ? this.calendarDays(whole, dates) : undefined,
      hasAgenda ? this.events.page(rest, { page: search.page, limit: PAGE_SIZE }) : undefined,
      this.events.breakdown(hasMonth ? whole : rest),
    ]);
    if (agenda) expectPage(search.page, agenda.total);
    const facets = facetsOf(breakdown);
    const title = titleWith(page, about, interpreted);
    const query = { ...calendarQuery, search, month };
    const present = monthOf(localDate(now));
    const [previous, next] = [
      month ? addMonths(month, -1) : present,
      addMonths(month ?? present, 1),
    ].map((each) => (hasPage(each, now) ? each : undefined));
    return {
      version: oldest(
        ...[interpreted, days, agenda, breakdown].flatMap((each) => each?.version ?? []),
      ),
      title,
      description: t.events.lead,
      path: calendarAddress('/events', query),
      isIndexed: isWorthIndexing(query, present) && isListed(search, facets.total),
      // The agenda loads it too, because its link swaps the month in.
      modules: day || when ? undefined : ['calendar.js'],
      crumbs: [{ name: t.events.title }],
      until: isUnderWay ? minute.end : earliest(endOfToday(now), endOfDay(now)),
      body: (
        <CalendarView
          {...{ page, title, query, facets, interpreted, agenda, previous, next }}
          from={rest.from}
          days={days?.items}
        />
      ),
    };
  }

  /** Reads the first events of each date, and their number. */
  private async calendarDays(criteria: EventCriteria, dates: readonly LocalDate[]) {
    const windows = dates.map((date) => windowOf([date]));
    const { version, days } = await this.events.days(criteria, windows, MOST_OF_A_DAY);
    return { version, items: days.map((day, index) => ({ date: dates[index]!, ...day })) };
  }

  private async eventView(page: PageContext, slug: string): Promise<View> {
    const { now } = page;
    const { version, record: event } = await findRecord(this.events, 'event', slug);
    const times = { from: presentMinute(now).start, to: horizonAt(now).to };
    const found = await eventsUnlessUnavailable(
      this.events.page({ ...times, event: event.id }, { page: 1, limit: NEXT_DATES }),
    );
    const next = found.items.length === 0 ? await this.events.next(event, now) : undefined;
    const isNextCanceled = !!next && event.excludedDates.includes(next.startsAt);
    const dates = next && !isNextCanceled ? [next] : found.items;
    const date = next ?? dates[0];
    const isCanceled = isNextCanceled || (!date && (await this.events.isCanceled(event)));
    const path = `/events/${event.slug}`;
    const { location } = event;
    const streets = await this.streets.picture(location ? viewOfStreets(location) : undefined);
    return {
      version: oldest(version, found.version),
      title: inLine(event.name, event.address.city),
      description: event.description ?? undefined,
      path,
      movedTo: slug === event.slug ? undefined : page.href(path),
      isIndexed: !!date,
      data: date && [happening(page, date)],
      until: earliest(endOfToday(now), endOfDay(now), date && new Date(date.endsAt)),
      crumbs: [{ name: page.t.events.title, path: '/events' }, { name: event.name }],
      body: <EventView {...{ page, event, dates, isCanceled, streets }} />,
    };
  }
}

/** Dates that the calendar shows, with their title. */
interface Period {
  dates: readonly LocalDate[];
  about: string;
  /** Month of these dates, if it has a page. */
  month?: Month;
}

/** @throws ApiError `not_found` for a day or month outside the calendar */
function periodOf({ day, when, month }: CalendarQuery, page: PageContext): Period {
  const { t, now } = page;
  const today = localDate(now);
  if (when) return { dates: daysOfStretch(when, today), about: t.events.during[when] };
  if (!month) return { dates: comingDays(today), about: t.events.title };
  const dates = day ? [day] : daysOf(month);
  if (!isWithin(windowOf(dates), horizonAt(now))) {
    throw new ApiError('not_found', 'The calendar covers one year back to two years ahead.');
  }
  return {
    dates,
    about: day ? t.events.onDay(page.day(day)) : t.events.inMonth(page.month(month)),
    // The first and last days may be in months without a page.
    month: hasPage(month, now) ? month : undefined,
  };
}

function hasPage(month: Month, now: Date): boolean {
  return isWithin(windowOf(daysOf(month)), horizonAt(now));
}

/**
 * Reports whether search engines may list a calendar page: the coming days, also of a category or
 * city, and the next two months without filters. Other combinations are too many.
 */
function isWorthIndexing(
  { day, when, view, isFree, month, search }: CalendarQuery,
  present: Month,
): boolean {
  if (day ?? when ?? view ?? isFree ?? search.where ?? search.county) return false;
  if (search.page > 1) return false;
  if (!month) return true;
  const isFiltered = search.category !== undefined || search.city !== undefined;
  return !isFiltered && [addMonths(present, 1), addMonths(present, 2)].includes(month);
}

function fileOf(calendar: string, name: string) {
  return {
    body: calendar,
    contentType: `${ICALENDAR}; charset=utf-8`,
    headers: { 'Content-Disposition': `inline; filename="${name}.ics"` },
  };
}

/**
 * Converts a visitor's filters to an event filter. A ZIP code or a position selects nearby events.
 */
function eventFilter(
  isFree: boolean | undefined,
  { search: { category, city, county }, place }: InterpretedSearch,
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
    ...(isAround && place.point && { near: { ...place.point, radius: NEAR_METERS } }),
  };
}
