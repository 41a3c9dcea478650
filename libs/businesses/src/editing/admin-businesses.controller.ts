import {
  Body,
  Controller,
  Get,
  Header,
  HttpCode,
  HttpStatus,
  Param,
  Post,
  Query,
  Res,
} from '@nestjs/common';
import { ApiConflictResponse, ApiGoneResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { CurrentAdmin, type SignedInAdmin } from '#libs/admin/src/sessions/signed-in-admin.js';
import { Clock } from '#libs/config/src/clock.js';
import { Environment } from '#libs/config/src/environment.js';
import { DirectoryVersion } from '#libs/directory/src/directory-version.js';
import { answerEdited } from '#libs/editing/src/edited.js';
import { IfMatch, NeedsIfMatch } from '#libs/editing/src/if-match.decorator.js';
import type { Precondition } from '#libs/editing/src/precondition.js';
import { IdOrSlugOf, RestorableRecordsController } from '#libs/editing/src/records.controller.js';
import { RequiresAdmin } from '#libs/http/src/access.js';
import {
  type Success,
  type SuccessPage,
  successPage,
  successPageJson,
} from '#libs/http/src/envelope.js';
import { ApiSuccess, ApiSuccessPage } from '#libs/http/src/openapi/api-success.js';
import { PageQuery } from '#libs/http/src/page-query.dto.js';
import { Surface } from '#libs/http/src/surfaces/surface.decorator.js';
import { BusinessesService } from '../businesses.service.js';
import { toCriteria } from '../list/business-criteria.js';
import { BusinessFilters } from '../list/business-filters.service.js';
import { BusinessFilterQuery } from '../list/list-businesses.query.js';
import { BusinessDto } from '../record/business.dto.js';
import { withAddresses } from '../record/stored-record.js';
import { SearchDto, searchOf } from '../search/search.dto.js';
import { BusinessEditor } from './business-editor.js';
import { BusinessChange, NewBusiness } from './business-input.dto.js';
import { BusinessMerge } from './business-merge.dto.js';
import { BUSINESSES } from './business-slugs.js';
import { BusinessHistoryService } from './history/business-history.service.js';
import { HistoryEntryDto } from './history/history-entry.dto.js';
import { DerivationDto, NoticeDto } from './place-remarks.dto.js';

const NAMED = { ...BUSINESSES, example: 'northern-lantern-cafe-minneapolis' };

@ApiTags('Businesses')
@RequiresAdmin()
@Surface('admin')
@Controller('admin/businesses')
export class AdminBusinessesController extends RestorableRecordsController({
  ...NAMED,
  model: BusinessDto,
  input: NewBusiness,
  change: BusinessChange,
  describe: {
    create:
      'It is in the public list at once. County and location are derived where they are left ' +
      'out: the county from the location, the ZIP code or the city, the location from the ZIP ' +
      'code or the city. `derived` says what was.',
    change:
      'Fields that are left out stay as they are; null clears a field. Another name brings ' +
      'another slug, and the former one redirects. A county or location that was derived ' +
      'follows the new address; one that was stated stays. `derived` says what follows, ' +
      '`notices` what may have to be corrected.',
    remove: 'Its address answers 410 from then on, and copies are told by a tombstone.',
    restore:
      'It is in the public list again, with the address that it had, its categories, its events ' +
      'and its deals. Copies are told of it as of any change. Restoring one that was merged ' +
      'undoes that, and what sources say is of it again; the events, deals and former slugs ' +
      'that moved stay where they are.',
  },
  conflict: {
    create: 'It is there already, or the slug is taken.',
    change: 'The slug is taken.',
  },
  beside: {
    derived: {
      model: DerivationDto,
      description: 'What this change left to be derived, and from what it was.',
    },
    notices: {
      model: NoticeDto,
      description: 'What was saved as it was sent although it hardly fits the rest.',
    },
  },
}) {
  constructor(
    private readonly businesses: BusinessesService,
    private readonly filters: BusinessFilters,
    private readonly history: BusinessHistoryService,
    private readonly clock: Clock,
    private readonly environment: Environment,
    private readonly version: DirectoryVersion,
    protected override readonly editor: BusinessEditor,
  ) {
    super(editor);
  }

  @Get()
  @ApiOperation({
    operationId: 'findBusinesses',
    summary: 'List businesses',
    description:
      'The same as the public list; with `updatedSince`, it includes removed businesses.',
  })
  @ApiSuccessPage(BusinessDto, {
    description: 'A page of businesses.',
    beside: { search: { model: SearchDto, description: 'Only with `q`.' } },
  })
  @Header('Content-Type', 'application/json; charset=utf-8')
  async list(@Query() query: BusinessFilterQuery) {
    await this.version.latest();
    const criteria = await this.filters.read(toCriteria(query, this.clock.now()));
    const page = await this.businesses.page(criteria);
    const records = withAddresses(page, this.environment);
    return successPageJson(`[${records}]`, criteria, page.total, searchOf(criteria, page));
  }

  @Post(':idOrSlug/merge')
  @HttpCode(HttpStatus.OK)
  @IdOrSlugOf(NAMED)
  @NeedsIfMatch()
  @ApiOperation({
    operationId: 'mergeBusiness',
    summary: 'Merge another business into a business',
    description:
      'The events, deals, former slugs and undecided suggestions of `from` move to this ' +
      'business, and what sources say of it, so that their next files do not bring it again; ' +
      'nothing else changes. `from` is removed, and its id and slugs lead here (308), in the ' +
      'API and on the website. Restoring `from` undoes the merge, but for what moved.',
  })
  @ApiSuccess(BusinessDto, { description: 'The business that stays.', headers: ['ETag'] })
  @ApiConflictResponse({ description: '`from` was removed or merged already.' })
  @ApiGoneResponse({ description: 'The business itself was removed.' })
  async merge(
    @Param('idOrSlug') idOrSlug: string,
    @IfMatch() precondition: Precondition,
    @Body() merge: BusinessMerge,
    @CurrentAdmin() admin: SignedInAdmin,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Success<BusinessDto>> {
    return answerEdited(reply, await this.editor.merge(idOrSlug, precondition, merge, admin));
  }

  @Get(':idOrSlug/history')
  @IdOrSlugOf(NAMED)
  @ApiOperation({
    operationId: 'readBusinessHistory',
    summary: 'Get the history of a business',
    description:
      'What was done to it, in words, the newest first, also of one that was removed: the audit ' +
      'of this business, and for 90 days what imports changed and whether they were undone.',
  })
  @ApiSuccessPage(HistoryEntryDto, { description: 'A page of its history.' })
  async readHistory(
    @Param('idOrSlug') idOrSlug: string,
    @Query() query: PageQuery,
  ): Promise<SuccessPage<HistoryEntryDto>> {
    const { record } = await this.editor.read(idOrSlug);
    const { items, total } = await this.history.page(record.id, query);
    return successPage(items, query, total);
  }
}
