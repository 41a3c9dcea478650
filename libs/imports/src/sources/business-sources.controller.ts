import { Get, Param } from '@nestjs/common';
import { ApiOperation, ApiParam, ApiResponse } from '@nestjs/swagger';
import { AdminController } from '#libs/http/src/access.js';
import { type Success, success } from '#libs/http/src/envelope.js';
import { ApiSuccess } from '#libs/http/src/openapi/api-success.js';
import { BusinessSourcesDto } from './business-sources.dto.js';
import { SourcesService } from './sources.service.js';

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
