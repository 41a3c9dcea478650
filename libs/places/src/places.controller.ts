import { Controller, Get, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { RequiresKey } from '#libs/http/src/access.js';
import { ApiSuccessPage } from '#libs/http/src/openapi/api-success.js';
import { PageQuery } from '#libs/http/src/page-query.dto.js';
import { Surface } from '#libs/http/src/surfaces/surface.decorator.js';
import { CacheableRead } from '#libs/response-cache/src/cacheable-read.js';
import { CachesResponse } from '#libs/response-cache/src/caches-response.decorator.js';
import { representPage } from '#libs/response-cache/src/representation.js';
import { ListCitiesQuery } from './list-cities.query.js';
import { CityDto, CountyDto } from './place.dto.js';
import { PlaceFilters } from './place-filters.service.js';
import { PlacesService } from './places.service.js';
import { RegionDto } from './regions/region.dto.js';

@ApiTags('Places')
@RequiresKey()
@CachesResponse()
@Surface('api')
@Controller('api/v1')
export class PlacesController {
  constructor(
    private readonly places: PlacesService,
    private readonly filters: PlaceFilters,
  ) {}

  @Get('cities')
  @ApiOperation({
    operationId: 'listCities',
    summary: 'List cities',
    description:
      'Returns all cities with open businesses, by name, with the number of businesses. Has no `pagination`.',
  })
  @ApiSuccessPage(CityDto, { description: 'A page of cities.' })
  cities(@Query() query: ListCitiesQuery): CacheableRead {
    return new CacheableRead(async () =>
      representPage(await this.places.cities(await this.filters.read(query)), query),
    );
  }

  @Get('counties')
  @ApiOperation({
    operationId: 'listCounties',
    summary: 'List counties',
    description:
      'Returns all counties with open businesses, by name, with the number of businesses. Has no `pagination`.',
  })
  @ApiSuccessPage(CountyDto, { description: 'A page of counties.' })
  counties(@Query() query: PageQuery): CacheableRead {
    return new CacheableRead(async () => representPage(await this.places.counties(query), query));
  }

  @Get('regions')
  @ApiOperation({
    operationId: 'listRegions',
    summary: 'List regions',
    description:
      'Returns named parts of Minnesota, such as the Iron Range or Uptown, by name, with their places ' +
      'and the number of businesses. A business in several regions counts in each.',
  })
  @ApiSuccessPage(RegionDto, { description: 'A page of regions.' })
  regions(@Query() query: PageQuery): CacheableRead {
    return new CacheableRead(async () => representPage(await this.places.regions(query), query));
  }
}
