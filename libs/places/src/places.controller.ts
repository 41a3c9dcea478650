import { Controller, Get, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { RequiresKey } from '#libs/http/src/access.js';
import { ApiSuccessPage } from '#libs/http/src/openapi/api-success.js';
import { PageQuery } from '#libs/http/src/page-query.dto.js';
import { Surface } from '#libs/http/src/surfaces/surface.decorator.js';
import { DirectoryRead } from '#libs/response-cache/src/directory-read.js';
import { ReadsDirectory } from '#libs/response-cache/src/reads-directory.decorator.js';
import { representPage } from '#libs/response-cache/src/representation.js';
import { ListCitiesQuery } from './list-cities.query.js';
import { CityDto, CountyDto } from './place.dto.js';
import { PlaceFilters } from './place-filters.service.js';
import { PlacesService } from './places.service.js';

@ApiTags('Places')
@RequiresKey()
@ReadsDirectory()
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
    description: 'Returns cities with open businesses, by name, with the number of businesses.',
  })
  @ApiSuccessPage(CityDto, { description: 'A page of cities.' })
  cities(@Query() query: ListCitiesQuery): DirectoryRead {
    return new DirectoryRead(async () =>
      representPage(await this.places.cities(await this.filters.read(query)), query),
    );
  }

  @Get('counties')
  @ApiOperation({
    operationId: 'listCounties',
    summary: 'List counties',
    description: 'Returns counties with open businesses, by name, with the number of businesses.',
  })
  @ApiSuccessPage(CountyDto, { description: 'A page of counties.' })
  counties(@Query() query: PageQuery): DirectoryRead {
    return new DirectoryRead(async () => representPage(await this.places.counties(query), query));
  }
}
