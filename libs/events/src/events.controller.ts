import { Get, Param, Query } from '@nestjs/common';
import {
  ApiGoneResponse,
  ApiNotFoundResponse,
  ApiOkResponse,
  ApiOperation,
  ApiParam,
  ApiProduces,
} from '@nestjs/swagger';
import { ListFilters } from '#libs/businesses/src/list/list-filters.service.js';
import { Clock, presentMinute } from '#libs/config/src/clock.js';
import { Environment } from '#libs/config/src/environment.js';
import { ApiSuccess, ApiSuccessPage } from '#libs/http/src/openapi/api-success.js';
import { documented } from '#libs/http/src/openapi/documented.js';
import { DirectoryController } from '#libs/response-cache/src/caches-response.decorator.js';
import {
  API_CACHING,
  expectRecord,
  type Representation,
  representRecord,
  representRecords,
  type CacheableRead,
} from '#libs/response-cache/src/representation.js';
import { ICALENDAR, iCalendar } from './calendar/icalendar.js';
import { EventsService, MAX_IN_CALENDAR } from './events.service.js';
import { toEventCriteria } from './list/event-criteria.js';
import { EventFilterQuery, ListEventsQuery } from './list/list-events.query.js';
import { endOfDay } from './occurrences/horizon.js';
import { EventDto } from './record/event.dto.js';

const NAMING = { kind: 'event', name: 'name', operation: 'GET /api/v1/events' } as const;

const IdOrSlug = () =>
  documented(
    Param('idOrSlug'),
    ApiParam({
      name: 'idOrSlug',
      example: 'saturday-farmers-market-northfield',
      description: 'Event `id` or `slug`.',
    }),
    ApiNotFoundResponse({ description: 'No event has this id or slug.' }),
    ApiGoneResponse({ description: 'The event was removed. `data` holds its tombstone.' }),
  );
const ApiCalendar = (description: string) =>
  ApiOkResponse({ description, content: { [ICALENDAR]: { schema: { type: 'string' } } } });

@DirectoryController('api/v1', 'Events')
export class EventsController {
  constructor(
    private readonly events: EventsService,
    private readonly filters: ListFilters,
    private readonly clock: Clock,
    private readonly environment: Environment,
  ) {}

  @Get('events')
  @ApiOperation({
    summary: 'List events',
    description:
      'Returns a page of occurrences between `from` and `to`, ordered by start time. A recurring ' +
      'event has one entry per occurrence. Occurrences are available from a ' +
      'year ago to two years ahead, in UTC days; the error for any other time states that range.',
  })
  @ApiSuccessPage(EventDto, { description: 'A page of occurrences.' })
  listEvents(@Query() query: ListEventsQuery): CacheableRead {
    const { page, limit } = query;
    const { criteria, until } = this.criteria(query);
    return async () => {
      const found = await this.events.page(await this.filters.read(criteria), { page, limit });
      return { ...representRecords(found, { page, limit }, this.environment), until };
    };
  }

  @Get('events.ics')
  @ApiProduces(ICALENDAR)
  @ApiOperation({
    summary: 'Get events as a calendar',
    description:
      'Returns the events that `GET /events` lists for the same parameters as one iCalendar object ' +
      `(RFC 5545), each once and with its rule. Limited to the first ${MAX_IN_CALENDAR} events.`,
  })
  @ApiCalendar('A calendar.')
  getEventFeed(@Query() query: EventFilterQuery): CacheableRead {
    const { criteria, until } = this.criteria(query);
    return async () => {
      const { version, events } = await this.events.calendar(await this.filters.read(criteria));
      return { ...(await calendar(version, events)), until };
    };
  }

  @Get('events/:idOrSlug.ics')
  @ApiProduces(ICALENDAR)
  @ApiOperation({
    summary: 'Get one event as a calendar',
    description: 'Returns an iCalendar object (RFC 5545) that includes the recurrence rule.',
  })
  @ApiCalendar('A calendar with the one event.')
  getEventCalendar(@IdOrSlug() idOrSlug: string): CacheableRead {
    return async () => {
      const found = await this.events.find(idOrSlug);
      const { version, record } = expectRecord(found, { ...NAMING, idOrSlug }, this.environment);
      return calendar(version, [record], await this.events.isCanceled(record));
    };
  }

  @Get('events/:idOrSlug')
  @ApiOperation({
    summary: 'Get one event',
    description:
      'Looks up an event by `id` or `slug` and returns the time of its first occurrence.',
  })
  @ApiSuccess(EventDto, { description: 'The event.' })
  @ApiSuccess(EventDto, { status: 308, description: 'The slug is a former one.' })
  getEvent(@IdOrSlug() idOrSlug: string): CacheableRead {
    return async () =>
      representRecord(await this.events.find(idOrSlug), { ...NAMING, idOrSlug }, this.environment);
  }

  /**
   * Reads the criteria and their expiry. A list without `from` begins at the present minute, and
   * the horizon moves every day.
   */
  private criteria(query: EventFilterQuery) {
    const now = this.clock.now();
    return {
      criteria: toEventCriteria(query, now),
      until: query.from ? endOfDay(now) : presentMinute(now).end,
    };
  }
}

async function calendar(
  version: string,
  events: EventDto[],
  isCanceled = false,
): Promise<Representation> {
  return {
    version,
    body: await iCalendar(events, { isCanceled }),
    caching: API_CACHING,
    contentType: `${ICALENDAR}; charset=utf-8`,
  };
}
