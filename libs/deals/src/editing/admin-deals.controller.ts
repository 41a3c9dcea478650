import { Get, Query } from '@nestjs/common';
import { ApiOperation } from '@nestjs/swagger';
import { Clock } from '#libs/config/src/clock.js';
import { Environment } from '#libs/config/src/environment.js';
import { DirectoryVersion } from '#libs/directory/src/directory-version.js';
import { RestorableRecordsController } from '#libs/editing/src/records.controller.js';
import { AdminController } from '#libs/http/src/access.js';
import { ApiSuccessPage } from '#libs/http/src/openapi/api-success.js';
import { representRecords } from '#libs/response-cache/src/representation.js';
import { DealsRepository } from '../deals.repository.js';
import { toDealCriteria } from '../list/deal-criteria.js';
import { DealFilters } from '../list/deal-filters.service.js';
import { ListDealsQuery } from '../list/list-deals.query.js';
import { DealDto } from '../record/deal.dto.js';
import { DealEditor } from './deal-editor.js';
import { DealChange, NewDeal } from './deal-input.dto.js';

@AdminController('admin/deals', 'Deals')
export class AdminDealsController extends RestorableRecordsController({
  kind: 'deal',
  collection: 'deals',
  model: DealDto,
  input: NewDeal,
  change: DealChange,
  example: 'second-coffee-for-a-dollar-northern-lantern-cafe',
  describe: {
    create: 'The deal appears in the public list from `startsAt` to `endsAt`.',
    change: 'Omitted fields keep their value. Null clears a field.',
    remove: 'The URL of the deal returns 410 from then on.',
    restore: 'The deal is valid again from `startsAt` to `endsAt`, under its previous URL.',
  },
  conflict: {
    create: 'Another deal has this slug.',
    change: 'Another deal has this slug.',
    restore: 'The deal is not removed, or its business is.',
  },
}) {
  constructor(
    private readonly deals: DealsRepository,
    private readonly clock: Clock,
    private readonly environment: Environment,
    private readonly filters: DealFilters,
    private readonly version: DirectoryVersion,
    editor: DealEditor,
  ) {
    super(editor);
  }

  @Get()
  @ApiOperation({
    summary: 'List deals',
    description: 'Returns the same list as the public API. Use `at` to find deals of another time.',
  })
  @ApiSuccessPage(DealDto, { description: 'A page of deals.' })
  async findDeals(@Query() query: ListDealsQuery) {
    await this.version.latest();
    const criteria = await this.filters.read(toDealCriteria(query, this.clock.now()));
    return representRecords(await this.deals.page(criteria), criteria, this.environment).body;
  }
}
