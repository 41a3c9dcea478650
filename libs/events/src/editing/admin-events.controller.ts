import { Controller, Get, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Clock } from '#libs/config/src/clock.js';
import { Environment } from '#libs/config/src/environment.js';
import { DirectoryVersion } from '#libs/directory/src/directory-version.js';
import { RestorableRecordsController } from '#libs/editing/src/records.controller.js';
import { RequiresAdmin } from '#libs/http/src/access.js';
import { ApiSuccessPage } from '#libs/http/src/openapi/api-success.js';
import { Surface } from '#libs/http/src/surfaces/surface.decorator.js';
import { representRecords } from '#libs/response-cache/src/representation.js';
import { EventsService } from '../events.service.js';
import { toEventCriteria } from '../list/event-criteria.js';
import { EventFilters } from '../list/event-filters.service.js';
import { ListEventsQuery } from '../list/list-events.query.js';
import { EventDto } from '../record/event.dto.js';
import { EventEditor } from './event-editor.js';
import { EventChange, NewEvent } from './event-input.dto.js';

@ApiTags('Events')
@RequiresAdmin()
@Surface('admin')
@Controller('admin/events')
export class AdminEventsController extends RestorableRecordsController({
  kind: 'event',
  collection: 'events',
  model: EventDto,
  input: NewEvent,
  change: EventChange,
  example: 'saturday-farmers-market-northfield',
  describe: {
    create: 'It is in the public list at once.',
    change: 'Fields that are left out stay as they are; null clears a field.',
    remove: 'Its address answers 410 from then on.',
    restore: 'It is in the public list again, with the address that it had.',
  },
  conflict: {
    create: 'The slug is taken.',
    change: 'The slug is taken, or somebody else changed the times at the same moment.',
  },
}) {
  constructor(
    private readonly events: EventsService,
    private readonly clock: Clock,
    private readonly environment: Environment,
    private readonly filters: EventFilters,
    private readonly version: DirectoryVersion,
    editor: EventEditor,
  ) {
    super(editor);
  }

  @Get()
  @ApiOperation({
    operationId: 'findEvents',
    summary: 'List events',
    description: 'The same as the public list: one entry for each occurrence.',
  })
  @ApiSuccessPage(EventDto, { description: 'A page of occurrences.' })
  async list(@Query() query: ListEventsQuery) {
    await this.version.latest();
    const criteria = await this.filters.read(toEventCriteria(query, this.clock.now()));
    return representRecords(await this.events.page(criteria, query), query, this.environment).body;
  }
}
