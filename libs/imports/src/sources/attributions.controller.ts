import { Get } from '@nestjs/common';
import { ApiOperation } from '@nestjs/swagger';
import { DirectoryVersion } from '#libs/directory/src/directory-version.js';
import { success } from '#libs/http/src/envelope.js';
import { ApiSuccessList } from '#libs/http/src/openapi/api-success.js';
import { DirectoryController } from '#libs/response-cache/src/caches-response.decorator.js';
import { API_CACHING, CacheableRead } from '#libs/response-cache/src/representation.js';
import { AttributionDto } from './source.dto.js';
import { SourcesService } from './sources.service.js';

@DirectoryController('api/v1/attributions', 'The whole directory')
export class AttributionsController {
  constructor(
    private readonly sources: SourcesService,
    private readonly version: DirectoryVersion,
  ) {}

  @Get()
  @ApiOperation({
    summary: 'List the attributions of the data',
    description:
      'All sources whose licenses require attribution, without `pagination`. If you display data from the ' +
      'directory or an export, include these texts.',
  })
  @ApiSuccessList(AttributionDto, { description: 'The sources, by name.' })
  listAttributions(): CacheableRead {
    return new CacheableRead(async () => {
      const version = await this.version.current();
      const body = success(await this.sources.attributions());
      return { version, body, caching: API_CACHING };
    });
  }
}
