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
import { Environment } from '#libs/config/src/environment.js';
import { representRecords } from '#libs/directory/src/representation.js';
import { answerEdited } from '#libs/editing/src/edited.js';
import { IfMatch, NeedsIfMatch } from '#libs/editing/src/if-match.decorator.js';
import type { Precondition } from '#libs/editing/src/precondition.js';
import { RequiresAdmin } from '#libs/http/src/access.js';
import { success, type Success } from '#libs/http/src/envelope.js';
import { ApiSuccess, ApiSuccessPage } from '#libs/http/src/openapi/api-success.js';
import { DealsService } from '../deals.service.js';
import { toDealCriteria } from '../list/deal-criteria.js';
import { ListDealsQuery } from '../list/list-deals.query.js';
import { DealDto } from '../record/deal.dto.js';
import { DealEditor } from './deal-editor.js';
import { DealChange, NewDeal } from './deal-input.dto.js';

const IdOrSlug = () =>
  ApiParam({ name: 'idOrSlug', example: 'two-rolls-for-one', description: 'Id or slug.' });

@ApiTags('Deals')
@RequiresAdmin()
@Controller('admin/deals')
export class AdminDealsController {
  constructor(
    private readonly deals: DealsService,
    private readonly editor: DealEditor,
    private readonly clock: Clock,
    private readonly environment: Environment,
  ) {}

  @Get()
  @ApiOperation({
    operationId: 'findDeals',
    summary: 'List deals',
    description: 'As the public list does; `at` finds those of another time.',
  })
  @ApiSuccessPage(DealDto, { description: 'A page of deals.' })
  async list(@Query() query: ListDealsQuery) {
    const criteria = toDealCriteria(query, this.clock.now());
    return representRecords(await this.deals.page(criteria), criteria, this.environment).body;
  }

  @Post()
  @ApiOperation({
    operationId: 'createDeal',
    summary: 'Add a deal',
    description: 'It is in the public list from `startsAt` to `endsAt`.',
  })
  @ApiSuccess(DealDto, { status: 201, description: 'The new deal.', headers: ['ETag', 'Location'] })
  @ApiConflictResponse({ description: 'The slug is taken.' })
  async create(
    @Body() input: NewDeal,
    @CurrentAdmin() admin: SignedInAdmin,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Success<DealDto>> {
    const created = await this.editor.create(input, admin);
    void reply.header('Location', `/admin/deals/${created.record.id}`);
    return answerEdited(reply, created);
  }

  @Get(':idOrSlug')
  @IdOrSlug()
  @ApiOperation({
    operationId: 'readDeal',
    summary: 'Get one deal for a change',
    description: 'Also one that was removed. `ETag` is what If-Match of a change takes.',
  })
  @ApiSuccess(DealDto, { description: 'The deal.', headers: ['ETag'] })
  @ApiNotFoundResponse({ description: 'There is no such deal.' })
  async read(
    @Param('idOrSlug') idOrSlug: string,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Success<DealDto>> {
    return answerEdited(reply, await this.editor.read(idOrSlug));
  }

  @Patch(':idOrSlug')
  @IdOrSlug()
  @NeedsIfMatch()
  @ApiOperation({
    operationId: 'changeDeal',
    summary: 'Change a deal',
    description: 'What is left out stays as it is; null empties.',
  })
  @ApiSuccess(DealDto, { description: 'The deal as it is now.', headers: ['ETag'] })
  @ApiNotFoundResponse({ description: 'There is no such deal.' })
  @ApiConflictResponse({ description: 'The slug is taken.' })
  @ApiGoneResponse({ description: 'The deal was removed.' })
  async change(
    @Param('idOrSlug') idOrSlug: string,
    @IfMatch() precondition: Precondition,
    @Body() change: DealChange,
    @CurrentAdmin() admin: SignedInAdmin,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Success<DealDto>> {
    return answerEdited(reply, await this.editor.change(idOrSlug, precondition, change, admin));
  }

  @Delete(':idOrSlug')
  @IdOrSlug()
  @NeedsIfMatch()
  @ApiOperation({
    operationId: 'removeDeal',
    summary: 'Remove a deal',
    description: 'Its address answers 410 from then on.',
  })
  @ApiSuccess(DealDto, { description: 'The tombstone.' })
  @ApiNotFoundResponse({ description: 'There is no such deal.' })
  @ApiGoneResponse({ description: 'The deal was removed already.' })
  async remove(
    @Param('idOrSlug') idOrSlug: string,
    @IfMatch() precondition: Precondition,
    @CurrentAdmin() admin: SignedInAdmin,
  ): Promise<Success<DealDto>> {
    return success(await this.editor.remove(idOrSlug, precondition, admin));
  }
}
