import { Get, Query } from '@nestjs/common';
import { ApiOperation } from '@nestjs/swagger';
import { ListFilters } from '#libs/businesses/src/list/list-filters.service.js';
import { Clock } from '#libs/config/src/clock.js';
import { Environment } from '#libs/config/src/environment.js';
import { DirectoryVersion } from '#libs/directory/src/directory-version.js';
import { RestorableRecordsController } from '#libs/editing/src/records.controller.js';
import { AdminController } from '#libs/http/src/access.js';
import { ApiSuccessPage } from '#libs/http/src/openapi/api-success.js';
import { representRecords } from '#libs/response-cache/src/representation.js';
import { EventsService } from '../events.service.js';
import { toEventCriteria } from '../list/event-criteria.js';
import { ListEventsQuery } from '../list/list-events.query.js';
import { EventDto } from '../record/event.dto.js';
import { EventEditor } from './event-editor.js';
import { EventChange, NewEvent } from './event-input.dto.js';

@AdminController('admin/events', 'Events')
export class AdminEventsController extends RestorableRecordsController({
  kind: 'event',
  collection: 'events',
  model: EventDto,
  input: NewEvent,
  change: EventChange,
  example: 'saturday-farmers-market-northfield',
  describe: {
    create: 'The event appears in the public list immediately.',
    change: 'Omitted fields keep their value; `null` clears a field.',
    remove: 'Its URL then returns 410.',
    restore: 'The event returns to the public list at its previous URL.',
  },
  conflict: {
    create: 'Another event has this slug.',
    change: 'Another event has this slug, or another admin changed the times at the same moment.',
  },
}) {
  constructor(
    private readonly events: EventsService,
    private readonly clock: Clock,
    private readonly environment: Environment,
    private readonly filters: ListFilters,
    private readonly version: DirectoryVersion,
    editor: EventEditor,
  ) {
    super(editor);
  }

  @Get()
  @ApiOperation({
    summary: 'List events',
    description: 'Returns the same entries as the public list: one per occurrence.',
  })
  @ApiSuccessPage(EventDto, { description: 'A page of occurrences.' })
  async findEvents(@Query() query: ListEventsQuery) {
    await this.version.latest();
    const criteria = await this.filters.read(toEventCriteria(query, this.clock.now()));
    return representRecords(await this.events.page(criteria, query), query, this.environment).body;
  }
}
