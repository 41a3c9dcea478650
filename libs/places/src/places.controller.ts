import { applyDecorators, Get, Param, Query, type Type } from '@nestjs/common';
import { ApiNotFoundResponse, ApiOperation, ApiParam } from '@nestjs/swagger';
import { Environment } from '#libs/config/src/environment.js';
import type { DirectoryRecord, Found, Page } from '#libs/directory/src/read-results.js';
import { ApiSuccess, ApiSuccessPage } from '#libs/http/src/openapi/api-success.js';
import { PageQuery } from '#libs/http/src/page-query.dto.js';
import { DirectoryController } from '#libs/response-cache/src/caches-response.decorator.js';
import {
  representRecord,
  representRecords,
  type CacheableRead,
} from '#libs/response-cache/src/representation.js';
import { CityDto, CountyDto, ListCitiesQuery } from './place.dto.js';
import { PlaceFilters } from './place-filters.service.js';
import { PlacesService } from './places.service.js';
import { RegionDto } from './regions/region.dto.js';

const LISTS = {
  city: 'GET /api/v1/cities',
  county: 'GET /api/v1/counties',
  region: 'GET /api/v1/regions',
};

/** Declares an operation that returns one place. */
const ApiOne = (kind: string, model: Type, example: string) =>
  applyDecorators(
    ApiOperation({
      summary: `Get one ${kind}`,
      description: `Finds a ${kind} with its number of businesses by its \`slug\`.`,
    }),
    ApiParam({ name: 'slug', example, description: `The \`slug\` of a ${kind}.` }),
    ApiSuccess(model, { description: `The ${kind}.` }),
    ApiSuccess(model, { status: 308, description: 'The slug has another spelling.' }),
    ApiNotFoundResponse({ description: `No ${kind} has this slug, or none with businesses.` }),
  );

@DirectoryController('api/v1', 'Places')
export class PlacesController {
  constructor(
    private readonly places: PlacesService,
    private readonly filters: PlaceFilters,
    private readonly environment: Environment,
  ) {}

  @Get('cities')
  @ApiOperation({
    summary: 'List cities',
    description: 'Returns cities with open businesses, by name, with the number of businesses.',
  })
  @ApiSuccessPage(CityDto, { description: 'A page of cities.' })
  listCities(@Query() query: ListCitiesQuery): CacheableRead {
    return this.page(query, async () => this.places.cities(await this.filters.read(query)));
  }

  @Get('cities/:slug')
  @ApiOne('city', CityDto, 'duluth')
  getCity(@Param('slug') slug: string): CacheableRead {
    return this.one('city', slug, () => this.places.city(slug));
  }

  @Get('counties')
  @ApiOperation({
    summary: 'List counties',
    description: 'Returns counties with open businesses, by name, with the number of businesses.',
  })
  @ApiSuccessPage(CountyDto, { description: 'A page of counties.' })
  listCounties(@Query() query: PageQuery): CacheableRead {
    return this.page(query, () => this.places.counties(query));
  }

  @Get('counties/:slug')
  @ApiOne('county', CountyDto, 'saint-louis')
  getCounty(@Param('slug') slug: string): CacheableRead {
    return this.one('county', slug, () => this.places.county(slug));
  }

  @Get('regions')
  @ApiOperation({
    summary: 'List regions',
    description:
      'Returns named parts of Minnesota, such as the Iron Range or Uptown, by name, with their places ' +
      'and the number of businesses. A business in several regions counts in each.',
  })
  @ApiSuccessPage(RegionDto, { description: 'A page of regions.' })
  listRegions(@Query() query: PageQuery): CacheableRead {
    return this.page(query, () => this.places.regions(query));
  }

  @Get('regions/:slug')
  @ApiOne('region', RegionDto, 'north-shore')
  getRegion(@Param('slug') slug: string): CacheableRead {
    return this.one('region', slug, () => this.places.region(slug));
  }

  private page<T extends DirectoryRecord>(query: PageQuery, read: () => Promise<Page<T>>) {
    return async () => representRecords(await read(), query, this.environment);
  }

  private one<T extends DirectoryRecord & { name: string }>(
    kind: keyof typeof LISTS,
    slug: string,
    read: () => Promise<Found<T> | undefined>,
  ) {
    return async () =>
      representRecord(
        await read(),
        { kind, name: 'name', idOrSlug: slug, operation: LISTS[kind] },
        this.environment,
      );
  }
}
