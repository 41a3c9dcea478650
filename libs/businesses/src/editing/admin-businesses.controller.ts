import { Body, Get, Header, Post, Query, Res } from '@nestjs/common';
import { ApiConflictResponse, ApiGoneResponse, ApiOperation } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { CurrentAdmin } from '#libs/admin/src/sessions/admin.guard.js';
import type { SignedInAdmin } from '#libs/http/src/request-context.js';
import { Clock } from '#libs/config/src/clock.js';
import { DirectoryVersion } from '#libs/directory/src/directory-version.js';
import { respondWithEdited } from '#libs/editing/src/edited.js';
import { IfMatch, type Precondition } from '#libs/editing/src/precondition.js';
import { IdOrSlugOf, RestorableRecordsController } from '#libs/editing/src/records.controller.js';
import { AdminController } from '#libs/http/src/access.js';
import { type Success, type SuccessPage, successPage } from '#libs/http/src/envelope.js';
import { ApiSuccess, ApiSuccessPage } from '#libs/http/src/openapi/api-success.js';
import { PageQuery } from '#libs/http/src/page-query.dto.js';
import { BusinessPagesService } from '../formats/business-pages.service.js';
import { toCriteria } from '../list/business-criteria.js';
import { ListFilters } from '../list/list-filters.service.js';
import { AdminBusinessesQuery } from '../list/list-businesses.query.js';
import { BusinessDto } from '../record/business.dto.js';
import { SearchDto } from '../search/search.dto.js';
import { BusinessEditor } from './business-editor.js';
import { BusinessChange, BusinessMerge, NewBusiness } from './business-input.dto.js';
import { BUSINESSES } from './business-slugs.js';
import { BusinessHistoryService } from './history/business-history.service.js';
import { HistoryEntryDto } from './history/history-entry.dto.js';
import { DerivationDto, NoticeDto } from './place-remarks.dto.js';

const NAMED = { ...BUSINESSES, example: 'northern-lantern-cafe-minneapolis' };

@AdminController('admin/businesses', 'Businesses')
export class AdminBusinessesController extends RestorableRecordsController({
  ...NAMED,
  model: BusinessDto,
  input: NewBusiness,
  change: BusinessChange,
  describe: {
    create:
      'The business appears in the public list immediately. A missing county is derived from the ' +
      'location, the ZIP code or the city, and a missing location from the ZIP code or the city. ' +
      '`derived` lists these values.',
    change:
      'Omitted fields keep their value. Null clears a field. A new name leads to a new slug, and ' +
      'the old slug redirects. A derived county or location is derived again from a new address, ' +
      'but a stated one is kept. `derived` lists newly derived values, and `notices` lists values ' +
      'that may need a correction.',
    remove: 'The URL of the business returns 410 from then on. Copies receive a tombstone.',
    restore:
      'The business appears in the public list again, with its previous URL, categories, events and ' +
      'deals. Copies receive it like any other change. Restoring a merged business undoes the ' +
      'merge and returns its source data to it, but events, deals and former slugs ' +
      'stay with the other business.',
  },
  conflict: {
    create: 'The business already exists, or another one has this slug.',
    change: 'Another business has this slug.',
  },
  extraMembers: {
    derived: {
      model: DerivationDto,
      description: 'Values that were derived because of this change, and their sources.',
    },
    notices: {
      model: NoticeDto,
      description: 'Values that were saved although they do not fit the rest of the record.',
    },
  },
}) {
  constructor(
    private readonly pages: BusinessPagesService,
    private readonly filters: ListFilters,
    private readonly history: BusinessHistoryService,
    private readonly clock: Clock,
    private readonly version: DirectoryVersion,
    protected override readonly editor: BusinessEditor,
  ) {
    super(editor);
  }

  @Get()
  @ApiOperation({
    summary: 'List businesses',
    description:
      'Returns the same list as the public API, and also sorts by confirmation. With `updatedSince` ' +
      'it includes removed businesses.',
  })
  @ApiSuccessPage(BusinessDto, {
    description: 'A page of businesses.',
    extraMembers: { search: { model: SearchDto, description: 'Present only with `q`.' } },
  })
  @Header('Content-Type', 'application/json; charset=utf-8')
  async findBusinesses(@Query() query: AdminBusinessesQuery) {
    await this.version.latest();
    const criteria = await this.filters.read(toCriteria(query, this.clock.now()));
    return (await this.pages.render(criteria, 'json')).body;
  }

  @Post(':idOrSlug/merge')
  @ApiOperation({
    summary: 'Merge another business into this one',
    description:
      'Moves the events, deals, former slugs and pending suggestions of `from` to this business, ' +
      'and its source data, so that later imports do not add it again. Changes nothing else. ' +
      'Then removes `from` and redirects (308) its id and slugs here, in the ' +
      'API and on the website. Restoring `from` returns its source data to it, and nothing else.',
  })
  @ApiSuccess(BusinessDto, { description: 'The business that remains.', headers: ['ETag'] })
  @ApiConflictResponse({
    description:
      '`from` was already removed or merged, or both name and city differ and `force` is not set.',
  })
  @ApiGoneResponse({ description: 'This business was removed.' })
  async mergeBusiness(
    @IdOrSlugOf(NAMED) idOrSlug: string,
    @IfMatch() precondition: Precondition,
    @Body() merge: BusinessMerge,
    @CurrentAdmin() admin: SignedInAdmin,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Success<BusinessDto>> {
    return respondWithEdited(reply, await this.editor.merge(idOrSlug, precondition, merge, admin));
  }

  @Get(':idOrSlug/history')
  @ApiOperation({
    summary: 'Get the history of a business',
    description:
      'Returns everything done to the business, in words and newest first, even if it was removed: ' +
      'its audit entries, and for 90 days the changes by imports and whether they were undone.',
  })
  @ApiSuccessPage(HistoryEntryDto, { description: 'A page of the history.' })
  async readBusinessHistory(
    @IdOrSlugOf(NAMED) idOrSlug: string,
    @Query() query: PageQuery,
  ): Promise<SuccessPage<HistoryEntryDto>> {
    const { record } = await this.editor.read(idOrSlug);
    return successPage(await this.history.page(record.id, query), query);
  }
}
