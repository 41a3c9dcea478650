import {
  Body,
  Controller,
  Delete,
  Get,
  Header,
  Param,
  Patch,
  Post,
  Query,
  Res,
} from '@nestjs/common';
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
import { answerEdited } from '#libs/editing/src/edited.js';
import { IfMatch, NeedsIfMatch } from '#libs/editing/src/if-match.decorator.js';
import type { Precondition } from '#libs/editing/src/precondition.js';
import { RequiresAdmin } from '#libs/http/src/access.js';
import { success, type Success } from '#libs/http/src/envelope.js';
import { ApiSuccess, ApiSuccessPage } from '#libs/http/src/openapi/api-success.js';
import { BusinessesService } from '../businesses.service.js';
import { toCriteria } from '../list/business-criteria.js';
import { ListBusinessesQuery } from '../list/list-businesses.query.js';
import { BusinessDto } from '../record/business.dto.js';
import { representBusinesses } from '../record/stored-record.js';
import { BusinessEditor } from './business-editor.js';
import { BusinessChange, NewBusiness } from './business-input.dto.js';
import { DerivationDto, NoticeDto } from './place-remarks.dto.js';

const IdOrSlug = () =>
  ApiParam({ name: 'idOrSlug', example: 'loon-lake-bakery-duluth', description: 'Id or slug.' });

const REMARKS = {
  derived: {
    model: DerivationDto,
    description: 'What this change left to be derived, and from what it was.',
  },
  notices: {
    model: NoticeDto,
    description: 'What was saved as it was sent although it hardly fits the rest.',
  },
};

@ApiTags('Businesses')
@RequiresAdmin()
@Controller('admin/businesses')
export class AdminBusinessesController {
  constructor(
    private readonly businesses: BusinessesService,
    private readonly editor: BusinessEditor,
    private readonly clock: Clock,
    private readonly environment: Environment,
  ) {}

  @Get()
  @ApiOperation({
    operationId: 'findBusinesses',
    summary: 'List businesses',
    description: 'As the public list does; with `updatedSince`, removed ones are among them.',
  })
  @ApiSuccessPage(BusinessDto, { description: 'A page of businesses.' })
  @Header('Content-Type', 'application/json; charset=utf-8')
  async list(@Query() query: ListBusinessesQuery) {
    const criteria = toCriteria(query, this.clock.now());
    return representBusinesses(await this.businesses.page(criteria), criteria, this.environment)
      .body;
  }

  @Post()
  @ApiOperation({
    operationId: 'createBusiness',
    summary: 'Add a business',
    description:
      'It is in the public list at once. County and location are derived where they are left out: ' +
      'the county from the location, the ZIP code or the city, the location from the ZIP code or ' +
      'the city. `derived` says what was.',
  })
  @ApiSuccess(BusinessDto, {
    status: 201,
    description: 'The new business.',
    headers: ['ETag', 'Location'],
    beside: REMARKS,
  })
  @ApiConflictResponse({ description: 'It is there already, or the slug is taken.' })
  async create(
    @Body() input: NewBusiness,
    @CurrentAdmin() admin: SignedInAdmin,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Success<BusinessDto>> {
    const created = await this.editor.create(input, admin);
    void reply.header('Location', `/admin/businesses/${created.record.id}`);
    return answerEdited(reply, created);
  }

  @Get(':idOrSlug')
  @IdOrSlug()
  @ApiOperation({
    operationId: 'readBusiness',
    summary: 'Get one business for a change',
    description: 'Also one that was removed. `ETag` is what If-Match of a change takes.',
  })
  @ApiSuccess(BusinessDto, { description: 'The business.', headers: ['ETag'] })
  @ApiNotFoundResponse({ description: 'There is no such business.' })
  async read(
    @Param('idOrSlug') idOrSlug: string,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Success<BusinessDto>> {
    return answerEdited(reply, await this.editor.read(idOrSlug));
  }

  @Patch(':idOrSlug')
  @IdOrSlug()
  @NeedsIfMatch()
  @ApiOperation({
    operationId: 'changeBusiness',
    summary: 'Change a business',
    description:
      'What is left out stays as it is; null empties. Another name brings another slug, and the ' +
      'former one redirects. A county or location that was derived follows the new address; one ' +
      'that was stated stays. `derived` says what follows, `notices` what may have to be corrected.',
  })
  @ApiSuccess(BusinessDto, {
    description: 'The business as it is now.',
    headers: ['ETag'],
    beside: REMARKS,
  })
  @ApiNotFoundResponse({ description: 'There is no such business.' })
  @ApiConflictResponse({ description: 'The slug is taken.' })
  @ApiGoneResponse({ description: 'The business was removed.' })
  async change(
    @Param('idOrSlug') idOrSlug: string,
    @IfMatch() precondition: Precondition,
    @Body() change: BusinessChange,
    @CurrentAdmin() admin: SignedInAdmin,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Success<BusinessDto>> {
    return answerEdited(reply, await this.editor.change(idOrSlug, precondition, change, admin));
  }

  @Delete(':idOrSlug')
  @IdOrSlug()
  @NeedsIfMatch()
  @ApiOperation({
    operationId: 'removeBusiness',
    summary: 'Remove a business',
    description: 'Its address answers 410 from then on, and copies are told by a tombstone.',
  })
  @ApiSuccess(BusinessDto, { description: 'The tombstone.' })
  @ApiNotFoundResponse({ description: 'There is no such business.' })
  @ApiGoneResponse({ description: 'The business was removed already.' })
  async remove(
    @Param('idOrSlug') idOrSlug: string,
    @IfMatch() precondition: Precondition,
    @CurrentAdmin() admin: SignedInAdmin,
  ): Promise<Success<BusinessDto>> {
    return success(await this.editor.remove(idOrSlug, precondition, admin));
  }
}
