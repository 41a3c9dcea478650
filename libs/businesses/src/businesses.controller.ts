import { Get, Param, Query, Req } from '@nestjs/common';
import {
  ApiExtraModels,
  ApiGoneResponse,
  ApiNotFoundResponse,
  ApiOkResponse,
  ApiOperation,
  ApiParam,
  ApiProduces,
  OmitType,
} from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { Clock, presentMinute } from '#libs/config/src/clock.js';
import { Environment } from '#libs/config/src/environment.js';
import { ApiSuccess, ApiSuccessPage, sharedHeaders } from '#libs/http/src/openapi/api-success.js';
import { CSV_SCHEMA } from '#libs/http/src/csv-responses.js';
import { DirectoryController } from '#libs/response-cache/src/caches-response.decorator.js';
import { representRecord, type CacheableRead } from '#libs/response-cache/src/representation.js';
import { BusinessesService } from './businesses.service.js';
import { BusinessPagesService } from './formats/business-pages.service.js';
import { FEATURE_COLLECTION_SCHEMA } from './formats/format-schemas.js';
import { FacetsDto } from './formats/facet.dto.js';
import { MEDIA_TYPES, toPresentation } from './formats/presentation.js';
import { toCriteria } from './list/business-criteria.js';
import { ListFilters } from './list/list-filters.service.js';
import { ListBusinessesQuery } from './list/list-businesses.query.js';
import { BusinessDto, SparseBusinessDto } from './record/business.dto.js';
import { SearchDto } from './search/search.dto.js';

/** Query of the list at an address of a format. Facets are available only as JSON. */
class ListFilesQuery extends OmitType(ListBusinessesQuery, ['facets', 'format']) {}

const IN_HEADERS =
  'The headers `X-Total-Count` and `Link` contain the number of businesses and the other pages.';

@DirectoryController('api/v1', 'Businesses')
export class BusinessesController {
  constructor(
    private readonly businesses: BusinessesService,
    private readonly filters: ListFilters,
    private readonly pages: BusinessPagesService,
    private readonly clock: Clock,
    private readonly environment: Environment,
  ) {}

  @Get('businesses')
  // Its 200 documents only JSON, because generated clients would return a union of all formats.
  @ApiProduces(...Object.values(MEDIA_TYPES))
  @ApiOperation({
    summary: 'List businesses',
    description:
      'Returns a page of the directory in a stable order: pages neither repeat nor skip a record. ' +
      '`pagination.total` is exact. With `fields`, records have the schema `SparseBusiness`. The ' +
      'same list is available as CSV and GeoJSON, at addresses of its own or by `format` or `Accept`.',
  })
  @ApiSuccessPage(BusinessDto, {
    description: 'A page of businesses.',
    headers: ['Link', 'X-Total-Count'],
    extraMembers: {
      search: { model: SearchDto, description: 'Present only with `q`.' },
      facets: { model: FacetsDto, description: 'Present only with `facets`.' },
    },
  })
  listBusinesses(
    @Query() query: ListBusinessesQuery,
    @Req() request: FastifyRequest,
  ): CacheableRead {
    return this.page(query, request);
  }

  @Get('businesses.csv')
  @ApiProduces(MEDIA_TYPES.csv)
  @ApiOperation({
    summary: 'List businesses as CSV',
    description: `Returns a page of the list as CSV (RFC 4180). ${IN_HEADERS}`,
  })
  @ApiOkResponse({
    description: 'A page of businesses.',
    headers: sharedHeaders(['Link', 'X-Total-Count']),
    content: { [MEDIA_TYPES.csv]: { schema: CSV_SCHEMA } },
  })
  listBusinessesAsCsv(
    @Query() query: ListFilesQuery,
    @Req() request: FastifyRequest,
  ): CacheableRead {
    return this.page({ ...query, format: 'csv' }, request);
  }

  @Get('businesses.geojson')
  @ApiProduces(MEDIA_TYPES.geojson)
  @ApiOperation({
    summary: 'List businesses as GeoJSON',
    description: `Returns a page of the list as a FeatureCollection (RFC 7946). ${IN_HEADERS}`,
  })
  @ApiExtraModels(SparseBusinessDto)
  @ApiOkResponse({
    description: 'A page of businesses.',
    headers: sharedHeaders(['Link', 'X-Total-Count']),
    content: { [MEDIA_TYPES.geojson]: { schema: FEATURE_COLLECTION_SCHEMA } },
  })
  listBusinessesAsGeoJson(
    @Query() query: ListFilesQuery,
    @Req() request: FastifyRequest,
  ): CacheableRead {
    return this.page({ ...query, format: 'geojson' }, request);
  }

  @Get('businesses/:idOrSlug')
  @ApiOperation({
    summary: 'Get one business',
    description: 'Finds a business by its `id`, which never changes, or by its readable `slug`.',
  })
  @ApiParam({
    name: 'idOrSlug',
    example: 'northern-lantern-cafe-minneapolis',
    description: 'The `id` or the `slug` of a business.',
  })
  @ApiSuccess(BusinessDto, { description: 'The business.' })
  @ApiSuccess(BusinessDto, {
    status: 308,
    description:
      'The business has a new slug or was merged. `Location` contains the current URL, and `data` the business there.',
  })
  @ApiNotFoundResponse({ description: 'No business has this id or slug.' })
  @ApiGoneResponse({ description: 'The business was removed. `data` contains its tombstone.' })
  getBusiness(@Param('idOrSlug') idOrSlug: string): CacheableRead {
    return async () =>
      representRecord(
        await this.businesses.find(idOrSlug),
        { kind: 'business', name: 'name', idOrSlug, operation: 'GET /api/v1/businesses' },
        this.environment,
      );
  }

  private page(query: ListBusinessesQuery, request: FastifyRequest): CacheableRead {
    const now = this.clock.now();
    const { fields, facets, format, ...filter } = query;
    const criteria = toCriteria(filter, now);
    const presentation = toPresentation(
      { fields, facets, format },
      criteria,
      request.context.preferredType,
    );
    const until = query.openAt === 'now' ? presentMinute(now).end : undefined;
    return async () => {
      const resolved = await this.filters.read(criteria);
      return { ...(await this.pages.represent(resolved, presentation, request)), until };
    };
  }
}
