import { Get, Query, Param } from '@nestjs/common';
import { ApiOperation, ApiParam, ApiResponse } from '@nestjs/swagger';
import { RecordsController } from '#libs/editing/src/records.controller.js';
import { AdminController } from '#libs/http/src/access.js';
import { successPage, type SuccessPage, success, type Success } from '#libs/http/src/envelope.js';
import { ApiSuccessPage, ApiSuccessList, ApiSuccess } from '#libs/http/src/openapi/api-success.js';
import { PageQuery } from '#libs/http/src/page-query.dto.js';
import { DirectoryVersion } from '#libs/directory/src/directory-version.js';
import { DirectoryController } from '#libs/response-cache/src/caches-response.decorator.js';
import { API_CACHING, type CacheableRead } from '#libs/response-cache/src/representation.js';
import { NewSource, SourceChange, SourceDto, AttributionDto } from './source.dto.js';
import { SourceEditor } from './source-editor.js';
import { SourcesService } from './sources.service.js';
import { BusinessSourcesDto } from './business-sources.dto.js';

@AdminController('admin/sources', 'Sources')
export class AdminSourcesController extends RecordsController({
  kind: 'source',
  collection: 'sources',
  model: SourceDto,
  input: NewSource,
  change: SourceChange,
  example: '3',
  identifiedBy: 'id or name',
  leavesTombstone: false,
  describe: {
    create:
      'With a `url`, the server fetches and imports the file within seconds, and then on the ' +
      'schedule. An import that names a new source adds it as well.',
    change:
      'Omitted fields keep their value. Null clears a field. Every change, even an empty one, ' +
      'fetches the file again within seconds.',
    remove: 'Only a source that no business has values of can be removed. Its imports are kept.',
  },
  conflict: {
    create: 'Another source has this name, or the maximum number of sources is reached.',
    change: 'The rows of the source are identified by another column.',
    remove: 'Businesses have values of the source, or an import of it has not finished.',
  },
}) {
  constructor(private readonly sources: SourceEditor) {
    super(sources);
  }

  @Get()
  @ApiOperation({
    summary: 'List sources',
    description: 'Lists sources ordered by name, with the result of the last fetch.',
  })
  @ApiSuccessPage(SourceDto, { description: 'A page of sources.' })
  async findSources(@Query() query: PageQuery): Promise<SuccessPage<SourceDto>> {
    return successPage(await this.sources.page(query), query);
  }
}

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
    return async () => {
      const version = await this.version.current();
      const body = success(await this.sources.attributions());
      return { version, body, caching: API_CACHING };
    };
  }
}

@AdminController('admin/businesses', 'Businesses')
export class BusinessSourcesController {
  constructor(private readonly sources: SourcesService) {}

  @Get(':idOrSlug/sources')
  @ApiOperation({
    summary: 'Get the sources of a business',
    description:
      'Returns the source or admin behind each value, and the values from each source of the ' +
      'business, highest rank first.',
  })
  @ApiParam({ name: 'idOrSlug', example: 'northern-lantern-cafe-minneapolis' })
  @ApiSuccess(BusinessSourcesDto, { description: 'Values and their sources.' })
  @ApiResponse({ status: 404, description: 'No business has this id or slug.' })
  async getBusinessSources(
    @Param('idOrSlug') idOrSlug: string,
  ): Promise<Success<BusinessSourcesDto>> {
    return success(await this.sources.ofBusiness(idOrSlug));
  }
}
