import { Body, Controller, Delete, Get, Param, Patch, Post, Query, Res } from '@nestjs/common';
import {
  ApiConflictResponse,
  ApiGoneResponse,
  ApiNotFoundResponse,
  ApiOperation,
  ApiParam,
  ApiTags,
} from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { CurrentAdmin } from '#libs/admin/src/sessions/current-admin.decorator.js';
import type { SignedInAdmin } from '#libs/admin/src/sessions/signed-in-admin.js';
import { Clock } from '#libs/config/src/clock.js';
import { answerEdited } from '#libs/editing/src/edited.js';
import { IfMatch, NeedsIfMatch } from '#libs/editing/src/if-match.decorator.js';
import type { Precondition } from '#libs/editing/src/precondition.js';
import { RequiresAdmin } from '#libs/http/src/access.js';
import { success, type Success, type SuccessPage } from '#libs/http/src/envelope.js';
import { ApiSuccess, ApiSuccessPage } from '#libs/http/src/openapi/api-success.js';
import { toEventCriteria } from '../list/event-criteria.js';
import { EventList } from '../list/event-list.js';
import { ListEventsQuery } from '../list/list-events.query.js';
import { EventDto } from '../record/event.dto.js';
import { EventEditor } from './event-editor.js';
import { EventChange, NewEvent } from './event-input.dto.js';

const IdOrSlug = () =>
  ApiParam({ name: 'idOrSlug', example: 'harbor-lights-festival', description: 'Id or slug.' });

@ApiTags('Events')
@RequiresAdmin()
@Controller('admin/events')
export class AdminEventsController {
  constructor(
    private readonly events: EventList,
    private readonly editor: EventEditor,
    private readonly clock: Clock,
  ) {}

  @Get()
  @ApiOperation({
    operationId: 'findEvents',
    summary: 'List events',
    description: 'Occurrences, as the public list has them.',
  })
  @ApiSuccessPage(EventDto, { description: 'A page of occurrences.' })
  async list(@Query() query: ListEventsQuery): Promise<SuccessPage<EventDto>> {
    const criteria = toEventCriteria(query, this.clock.now());
    return (await this.events.page(criteria, query)).body;
  }

  @Post()
  @ApiOperation({
    operationId: 'createEvent',
    summary: 'Add an event',
    description: 'It is in the public list at once.',
  })
  @ApiSuccess(EventDto, {
    status: 201,
    description: 'The new event.',
    headers: ['ETag', 'Location'],
  })
  @ApiConflictResponse({ description: 'The slug is taken.' })
  async create(
    @Body() input: NewEvent,
    @CurrentAdmin() admin: SignedInAdmin,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Success<EventDto>> {
    const created = await this.editor.create(input, admin);
    void reply.header('Location', `/admin/events/${created.record.id}`);
    return answerEdited(reply, created);
  }

  @Get(':idOrSlug')
  @IdOrSlug()
  @ApiOperation({
    operationId: 'readEvent',
    summary: 'Get one event for a change',
    description: 'Also one that was removed. `ETag` is what If-Match of a change takes.',
  })
  @ApiSuccess(EventDto, { description: 'The event.', headers: ['ETag'] })
  @ApiNotFoundResponse({ description: 'There is no such event.' })
  async read(
    @Param('idOrSlug') idOrSlug: string,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Success<EventDto>> {
    return answerEdited(reply, await this.editor.read(idOrSlug));
  }

  @Patch(':idOrSlug')
  @IdOrSlug()
  @NeedsIfMatch()
  @ApiOperation({
    operationId: 'changeEvent',
    summary: 'Change an event',
    description: 'What is left out stays as it is; null empties.',
  })
  @ApiSuccess(EventDto, { description: 'The event as it is now.', headers: ['ETag'] })
  @ApiNotFoundResponse({ description: 'There is no such event.' })
  @ApiConflictResponse({ description: 'The slug is taken.' })
  @ApiGoneResponse({ description: 'The event was removed.' })
  async change(
    @Param('idOrSlug') idOrSlug: string,
    @IfMatch() precondition: Precondition,
    @Body() change: EventChange,
    @CurrentAdmin() admin: SignedInAdmin,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Success<EventDto>> {
    return answerEdited(reply, await this.editor.change(idOrSlug, precondition, change, admin));
  }

  @Delete(':idOrSlug')
  @IdOrSlug()
  @NeedsIfMatch()
  @ApiOperation({
    operationId: 'removeEvent',
    summary: 'Remove an event',
    description: 'Its address answers 410 from then on.',
  })
  @ApiSuccess(EventDto, { description: 'The tombstone.' })
  @ApiNotFoundResponse({ description: 'There is no such event.' })
  @ApiGoneResponse({ description: 'The event was removed already.' })
  async remove(
    @Param('idOrSlug') idOrSlug: string,
    @IfMatch() precondition: Precondition,
    @CurrentAdmin() admin: SignedInAdmin,
  ): Promise<Success<EventDto>> {
    return success(await this.editor.remove(idOrSlug, precondition, admin));
  }
}
