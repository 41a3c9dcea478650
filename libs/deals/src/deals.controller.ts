import { Get, Param, Query } from '@nestjs/common';
import { ApiGoneResponse, ApiNotFoundResponse, ApiOperation, ApiParam } from '@nestjs/swagger';
import { Clock, presentSecond } from '#libs/config/src/clock.js';
import { Environment } from '#libs/config/src/environment.js';
import { ApiSuccess, ApiSuccessPage } from '#libs/http/src/openapi/api-success.js';
import { DirectoryController } from '#libs/response-cache/src/caches-response.decorator.js';
import {
  representRecord,
  representRecords,
  type CacheableRead,
} from '#libs/response-cache/src/representation.js';
import { DealsRepository } from './deals.repository.js';
import { toDealCriteria } from './list/deal-criteria.js';
import { DealFilters } from './list/deal-filters.service.js';
import { ListDealsQuery } from './list/list-deals.query.js';
import { DealDto } from './record/deal.dto.js';

@DirectoryController('api/v1/deals', 'Deals')
export class DealsController {
  constructor(
    private readonly deals: DealsRepository,
    private readonly filters: DealFilters,
    private readonly clock: Clock,
    private readonly environment: Environment,
  ) {}

  @Get()
  @ApiOperation({
    summary: 'List deals',
    description:
      'Returns the deals valid now or at another time, ending soonest first. Omits deals of closed businesses.',
  })
  @ApiSuccessPage(DealDto, { description: 'A page of deals.' })
  listDeals(@Query() query: ListDealsQuery): CacheableRead {
    const now = this.clock.now();
    const criteria = toDealCriteria(query, now);
    const until = query.at === 'now' ? presentSecond(now).end : undefined;
    return async () => {
      const page = await this.deals.page(await this.filters.read(criteria));
      return { ...representRecords(page, criteria, this.environment), until };
    };
  }

  @Get(':idOrSlug')
  @ApiParam({
    name: 'idOrSlug',
    example: 'second-coffee-for-a-dollar-northern-lantern-cafe',
    description: 'The `id` or `slug` of the deal.',
  })
  @ApiOperation({
    summary: 'Get one deal',
    description: 'Finds a deal by `id` or `slug`, even before it starts or after it ends.',
  })
  @ApiSuccess(DealDto, { description: 'The deal.' })
  @ApiSuccess(DealDto, { status: 308, description: 'The slug is a former one.' })
  @ApiNotFoundResponse({ description: 'No deal has this id or slug.' })
  @ApiGoneResponse({ description: 'The deal was removed. `data` contains its tombstone.' })
  getDeal(@Param('idOrSlug') idOrSlug: string): CacheableRead {
    return async () =>
      representRecord(
        await this.deals.find(idOrSlug),
        { kind: 'deal', name: 'title', idOrSlug, operation: 'GET /api/v1/deals' },
        this.environment,
      );
  }
}
