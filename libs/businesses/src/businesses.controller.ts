import { Controller, Get, Param, Query, Req } from '@nestjs/common';
import {
  ApiGoneResponse,
  ApiNotFoundResponse,
  ApiOperation,
  ApiParam,
  ApiPermanentRedirectResponse,
  ApiProduces,
  ApiTags,
} from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { Clock, presentMinute } from '#libs/config/src/clock.js';
import { Environment } from '#libs/config/src/environment.js';
import { RequiresKey } from '#libs/http/src/access.js';
import { ApiSuccess, ApiSuccessPage } from '#libs/http/src/openapi/api-success.js';
import { CSV_SCHEMA } from '#libs/http/src/csv-answers.js';
import { Surface } from '#libs/http/src/surfaces/surface.decorator.js';
import { DirectoryRead } from '#libs/response-cache/src/directory-read.js';
import { ReadsDirectory } from '#libs/response-cache/src/reads-directory.decorator.js';
import { representRecord } from '#libs/response-cache/src/representation.js';
import { BusinessesService } from './businesses.service.js';
import { BusinessPagesService } from './formats/business-pages.service.js';
import { FEATURE_COLLECTION_SCHEMA } from './formats/format-schemas.js';
import { FacetsDto } from './formats/facet.dto.js';
import { MEDIA_TYPES, toPresentation } from './formats/presentation.js';
import { toCriteria } from './list/business-criteria.js';
import { BusinessFilters } from './list/business-filters.service.js';
import { ListBusinessesQuery } from './list/list-businesses.query.js';
import { BusinessDto } from './record/business.dto.js';
import { SearchDto } from './search/search.dto.js';

@ApiTags('Businesses')
@RequiresKey()
@ReadsDirectory()
@Surface('api')
@Controller('api/v1/businesses')
export class BusinessesController {
  constructor(
    private readonly businesses: BusinessesService,
    private readonly filters: BusinessFilters,
    private readonly pages: BusinessPagesService,
    private readonly clock: Clock,
    private readonly environment: Environment,
  ) {}

  @Get()
  @ApiProduces(...Object.values(MEDIA_TYPES))
  @ApiOperation({
    operationId: 'listBusinesses',
    summary: 'List businesses',
    description:
      'Returns a page of the directory in a stable order: pages neither repeat nor skip a record. ' +
      '`pagination.total` is exact. For GeoJSON and CSV, the `Link` and `X-Total-Count` headers ' +
      'replace `pagination`.',
  })
  @ApiSuccessPage(BusinessDto, {
    description: 'A page of businesses.',
    headers: ['Link', 'X-Total-Count'],
    beside: {
      search: { model: SearchDto, description: 'Present only with `q`.' },
      facets: { model: FacetsDto, description: 'Present only with `facets`.' },
    },
    formats: {
      [MEDIA_TYPES.geojson]: FEATURE_COLLECTION_SCHEMA,
      [MEDIA_TYPES.csv]: CSV_SCHEMA,
    },
  })
  list(@Query() query: ListBusinessesQuery, @Req() request: FastifyRequest): DirectoryRead {
    const now = this.clock.now();
    const { fields, facets, format, ...filter } = query;
    const criteria = toCriteria(filter, now);
    const presentation = toPresentation(
      { fields, facets, format },
      criteria,
      request.preferredType,
    );
    const until = query.openAt === 'now' ? presentMinute(now).end : undefined;
    return new DirectoryRead(
      async () => this.pages.represent(await this.filters.read(criteria), presentation, request),
      until,
    );
  }

  @Get(':idOrSlug')
  @ApiOperation({
    operationId: 'getBusiness',
    summary: 'Get one business',
    description: 'Finds a business by its `id`, which never changes, or by its readable `slug`.',
  })
  @ApiParam({
    name: 'idOrSlug',
    example: 'northern-lantern-cafe-minneapolis',
    description: 'The `id` or the `slug` of a business.',
  })
  @ApiSuccess(BusinessDto, { description: 'The business.' })
  @ApiPermanentRedirectResponse({
    description: 'The business has a new slug. `Location` contains the current URL.',
  })
  @ApiNotFoundResponse({ description: 'No business has this id or slug.' })
  @ApiGoneResponse({ description: 'The business was removed. `data` contains its tombstone.' })
  get(@Param('idOrSlug') idOrSlug: string): DirectoryRead {
    return new DirectoryRead(async () =>
      representRecord(
        await this.businesses.find(idOrSlug),
        { kind: 'business', name: 'name' },
        this.environment,
      ),
    );
  }
}
