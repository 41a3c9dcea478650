import { Controller, Get, Param, Query } from '@nestjs/common';
import {
  ApiGoneResponse,
  ApiNotFoundResponse,
  ApiOkResponse,
  ApiOperation,
  ApiParam,
  ApiProduces,
  ApiTags,
} from '@nestjs/swagger';
import { Clock } from '#libs/config/src/clock.js';
import { presentMinute } from '#libs/directory/src/present.js';
import { RequiresKey } from '#libs/http/src/access.js';
import { success } from '#libs/http/src/envelope.js';
import { ApiSuccess, ApiSuccessPage } from '#libs/http/src/openapi/api-success.js';
import { DirectoryRead } from '#libs/response-cache/src/directory-read.js';
import { ReadsDirectory } from '#libs/response-cache/src/reads-directory.decorator.js';
import { API_CACHING } from '#libs/response-cache/src/representation.js';
import { ICALENDAR, iCalendar } from './calendar/icalendar.js';
import { EventFinder } from './event-finder.js';
import { toEventCriteria } from './list/event-criteria.js';
import { EventList } from './list/event-list.js';
import { EventFilterQuery, ListEventsQuery } from './list/list-events.query.js';
import { EventDto } from './record/event.dto.js';

const IdOrSlug = () =>
  ApiParam({
    name: 'idOrSlug',
    example: 'harbor-lights-festival',
    description: 'The `id` or the `slug` of an event.',
  });
const ApiCalendar = (description: string) =>
  ApiOkResponse({ description, content: { [ICALENDAR]: { schema: { type: 'string' } } } });

@ApiTags('Events')
@RequiresKey()
@ReadsDirectory()
@Controller('api/v1')
export class EventsController {
  constructor(
    private readonly events: EventList,
    private readonly finder: EventFinder,
    private readonly clock: Clock,
  ) {}

  @Get('events')
  @ApiOperation({
    operationId: 'listEvents',
    summary: 'List events',
    description:
      'A page of what happens between `from` and `to`, in the order in which it begins. A recurring ' +
      'event is listed once for each time that it takes place, with that time.',
  })
  @ApiSuccessPage(EventDto, { description: 'A page of occurrences.' })
  list(@Query() query: ListEventsQuery): DirectoryRead {
    const { page, limit } = query;
    const { criteria, until } = this.criteria(query);
    return new DirectoryRead(
      { ...criteria, page, limit },
      async () => ({
        ...(await this.events.page(criteria, { page, limit })),
        caching: API_CACHING,
      }),
      until,
    );
  }

  @Get('events.ics')
  @ApiProduces(ICALENDAR)
  @ApiOperation({
    operationId: 'getEventFeed',
    summary: 'Get events as a calendar',
    description:
      'The events that `GET /events` lists with the same parameters, as one iCalendar object ' +
      '(RFC 5545), all of them, each once and with its rule.',
  })
  @ApiCalendar('A calendar.')
  feed(@Query() query: EventFilterQuery): DirectoryRead {
    const { criteria, until } = this.criteria(query);
    return new DirectoryRead(
      criteria,
      async () => {
        const { version, events } = await this.events.events(criteria);
        return calendar(version, events);
      },
      until,
    );
  }

  @Get('events/:idOrSlug.ics')
  @IdOrSlug()
  @ApiProduces(ICALENDAR)
  @ApiOperation({
    operationId: 'getEventCalendar',
    summary: 'Get one event as a calendar',
    description: 'As an iCalendar object (RFC 5545), with the rule by which it comes again.',
  })
  @ApiCalendar('A calendar with the one event.')
  @ApiNotFoundResponse({ description: 'There is no such event.' })
  @ApiGoneResponse({ description: 'The event was removed. `data` holds its tombstone.' })
  getCalendar(@Param('idOrSlug') idOrSlug: string): DirectoryRead {
    return new DirectoryRead({ idOrSlug }, async () => {
      const { version, event } = await this.finder.find(idOrSlug);
      return calendar(version, [event]);
    });
  }

  @Get('events/:idOrSlug')
  @IdOrSlug()
  @ApiOperation({
    operationId: 'getEvent',
    summary: 'Get one event',
    description: 'By its `id` or its `slug`, with the time of its first occurrence.',
  })
  @ApiSuccess(EventDto, { description: 'The event.' })
  @ApiNotFoundResponse({ description: 'There is no such event.' })
  @ApiGoneResponse({ description: 'The event was removed. `data` holds its tombstone.' })
  get(@Param('idOrSlug') idOrSlug: string): DirectoryRead {
    return new DirectoryRead({ idOrSlug }, async () => {
      const { version, event } = await this.finder.find(idOrSlug);
      return { version, body: success(event), caching: API_CACHING };
    });
  }

  /** Without `from`, events are listed from the present minute on. */
  private criteria(query: EventFilterQuery) {
    const now = this.clock.now();
    return {
      criteria: toEventCriteria(query, now),
      until: query.from ? undefined : presentMinute(now).end,
    };
  }
}

function calendar(version: string, events: EventDto[]) {
  return {
    version,
    body: iCalendar(events),
    caching: API_CACHING,
    contentType: `${ICALENDAR}; charset=utf-8`,
  };
}
