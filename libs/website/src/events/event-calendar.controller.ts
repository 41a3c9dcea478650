import { Get, Param, Query } from '@nestjs/common';
import { Environment } from '#libs/config/src/environment.js';
import { oldest } from '#libs/directory/src/read-results.js';
import { ICALENDAR, iCalendar } from '#libs/events/src/calendar/icalendar.js';
import { EventsService } from '#libs/events/src/events.service.js';
import { type CacheableRead, expectRecord } from '#libs/response-cache/src/representation.js';
import { addDays, endOfToday, localDate, startOfDay } from '#libs/geography/src/local-date.js';
import { Pages } from '../pages/pages.js';
import { WebPages } from '../pages/web-pages.decorator.js';
import { titleWith } from '../search/filtered-list.js';
import { SearchService } from '../search/search.service.js';
import { readCalendar } from './calendar-query.js';
import { eventFilter } from './event-filter.js';

/** Number of days that a subscription covers. */
const DAYS_AHEAD = 365;

/** Serves events to calendar apps without a key. */
@WebPages(ICALENDAR)
export class EventCalendarController {
  constructor(
    private readonly pages: Pages,
    private readonly searches: SearchService,
    private readonly events: EventsService,
    private readonly environment: Environment,
  ) {}

  /** Returns a subscription to events from today on, with the same filters as the calendar page. */
  @Get('events.ics')
  all(@Query() query: Record<string, unknown>): CacheableRead {
    const { isFree, search: requested } = readCalendar(query);
    return this.pages.file(async (page) => {
      const today = localDate(page.now);
      const interpreted = await this.searches.interpretForFile(requested, page.now);
      const { search } = interpreted;
      const { version, events } = await this.events.calendar({
        ...eventFilter({ isFree, search }, interpreted.place),
        from: startOfDay(today),
        to: startOfDay(addDays(today, DAYS_AHEAD)),
      });
      const title = titleWith(page, page.t.events.title, search, interpreted);
      return {
        ...fileOf(await iCalendar(events, `${title} · ${page.siteName}`), 'events'),
        version: oldest(version, interpreted.version),
        until: endOfToday(page.now),
      };
    });
  }

  @Get('events/:slug.ics')
  one(@Param('slug') slug: string): CacheableRead {
    return this.pages.file(async () => {
      const { version, record } = expectRecord(
        await this.events.find(slug),
        { kind: 'event', name: 'name', idOrSlug: slug },
        this.environment,
      );
      return { ...fileOf(await iCalendar([record]), record.slug), version };
    });
  }
}

function fileOf(calendar: string, name: string) {
  return {
    body: calendar,
    contentType: `${ICALENDAR}; charset=utf-8`,
    headers: { 'Content-Disposition': `inline; filename="${name}.ics"` },
  };
}
