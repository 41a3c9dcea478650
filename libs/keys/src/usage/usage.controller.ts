import { Controller, Get, Param, Query } from '@nestjs/common';
import { ApiOperation, ApiParam, ApiResponse, ApiTags } from '@nestjs/swagger';
import { RequiresAdmin } from '#libs/http/src/access.js';
import { type Success, success } from '#libs/http/src/envelope.js';
import { ApiSuccess } from '#libs/http/src/openapi/api-success.js';
import { Surface } from '#libs/http/src/surfaces/surface.decorator.js';
import { EntityId } from '#libs/http/src/validation/entity-id.js';
import { UsageDto, UsageQuery } from './usage.dto.js';
import { UsageService } from './usage.service.js';

@ApiTags('Keys')
@RequiresAdmin()
@Surface('admin')
@Controller('admin/keys/:id/usage')
export class UsageController {
  constructor(private readonly usage: UsageService) {}

  @Get()
  @ApiOperation({
    operationId: 'getKeyUsage',
    summary: 'Show what a key was used for',
    description: 'By hour or by day, a few seconds behind. Kept for a year.',
  })
  @ApiParam({ name: 'id', format: 'uuid' })
  @ApiSuccess(UsageDto, { description: 'The use, step by step.' })
  @ApiResponse({ status: 404, description: 'There is no key with this id.' })
  async get(
    @Param('id', EntityId) id: string,
    @Query() query: UsageQuery,
  ): Promise<Success<UsageDto>> {
    return success(await this.usage.of(id, query));
  }
}
