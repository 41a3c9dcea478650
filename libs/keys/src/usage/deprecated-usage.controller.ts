import { Get, Query } from '@nestjs/common';
import { ApiOperation } from '@nestjs/swagger';
import { AdminController } from '#libs/http/src/access.js';
import { type SuccessPage, successPage } from '#libs/http/src/envelope.js';
import { ApiSuccessPage } from '#libs/http/src/openapi/api-success.js';
import { DeprecatedUsageDto, DeprecatedUsageQuery } from './deprecated-usage.dto.js';
import { UsageService } from './usage.service.js';

@AdminController('admin/deprecated-usage', 'Keys')
export class DeprecatedUsageController {
  constructor(private readonly usage: UsageService) {}

  @Get()
  @ApiOperation({
    summary: 'List keys that call deprecated operations',
    description:
      'Returns one entry per key and operation, most recent call first, a few seconds behind. Omits ' +
      'operations that a key has not called for a year.',
  })
  @ApiSuccessPage(DeprecatedUsageDto, {
    description: 'A page of keys and the operations they call.',
  })
  async listDeprecatedUsage(
    @Query() query: DeprecatedUsageQuery,
  ): Promise<SuccessPage<DeprecatedUsageDto>> {
    return successPage(await this.usage.ofDeprecated(query), query);
  }
}
