import { Controller, Get, HttpCode, Param, Post } from '@nestjs/common';
import { ApiOperation, ApiParam, ApiResponse, ApiTags } from '@nestjs/swagger';
import { CurrentAdmin, type SignedInAdmin } from '#libs/admin/src/sessions/signed-in-admin.js';
import { RequiresAdmin } from '#libs/http/src/access.js';
import { type Success, success } from '#libs/http/src/envelope.js';
import { ApiSuccessList } from '#libs/http/src/openapi/api-success.js';
import { Surface } from '#libs/http/src/surfaces/surface.decorator.js';
import { EntityId } from '#libs/http/src/validation/entity-id.js';
import { LimitWindowDto } from './limits.dto.js';
import { LimitsService } from './limits.service.js';

const ADDRESS = {
  name: 'address',
  example: '192.0.2.1',
  description: 'An IPv4 or IPv6 address. Of IPv6, the /64 that it is in counts as one.',
};
const CLEARED = { description: 'The windows before the reset. The next request begins new ones.' };
const NO_KEY = 'There is no key with this id.';
const NO_ADDRESS = 'This is not an IP address.';

@ApiTags('Keys')
@RequiresAdmin()
@Surface('admin')
@Controller('admin')
export class LimitsController {
  constructor(private readonly limits: LimitsService) {}

  @Get('keys/:id/limit')
  @ApiOperation({
    operationId: 'getKeyLimit',
    summary: 'Show how much of its limit a key has used',
    description: 'The window of the current hour, before the next request is counted.',
  })
  @ApiParam({ name: 'id', format: 'uuid' })
  @ApiSuccessList(LimitWindowDto, { description: 'The window of this hour.' })
  @ApiResponse({ status: 404, description: NO_KEY })
  async ofKey(@Param('id', EntityId) id: string): Promise<Success<LimitWindowDto[]>> {
    return success(await this.limits.ofKey(id));
  }

  @Post('keys/:id/limit/clear')
  @HttpCode(200)
  @ApiOperation({
    operationId: 'clearKeyLimit',
    summary: 'Reset the limit of a key',
    description: 'Deletes what the key has used in the current hour, in all processes.',
  })
  @ApiParam({ name: 'id', format: 'uuid' })
  @ApiSuccessList(LimitWindowDto, CLEARED)
  @ApiResponse({ status: 404, description: NO_KEY })
  async clearKey(
    @Param('id', EntityId) id: string,
    @CurrentAdmin() admin: SignedInAdmin,
  ): Promise<Success<LimitWindowDto[]>> {
    return success(await this.limits.clearKey(id, admin));
  }

  @Get('addresses/:address/limit')
  @ApiOperation({
    operationId: 'getAddressLimit',
    summary: 'Show how much of its limits an address has used',
    description:
      'One window counts requests to the API without a valid key, another one pages of the website.',
  })
  @ApiParam(ADDRESS)
  @ApiSuccessList(LimitWindowDto, { description: 'The windows of the address.' })
  @ApiResponse({ status: 404, description: NO_ADDRESS })
  async ofAddress(@Param('address') address: string): Promise<Success<LimitWindowDto[]>> {
    return success(await this.limits.ofAddress(address));
  }

  @Post('addresses/:address/limit/clear')
  @HttpCode(200)
  @ApiOperation({
    operationId: 'clearAddressLimit',
    summary: 'Reset the limits of an address',
    description: 'Deletes what the address has used, of the API and of pages, in all processes.',
  })
  @ApiParam(ADDRESS)
  @ApiSuccessList(LimitWindowDto, CLEARED)
  @ApiResponse({ status: 404, description: NO_ADDRESS })
  async clearAddress(
    @Param('address') address: string,
    @CurrentAdmin() admin: SignedInAdmin,
  ): Promise<Success<LimitWindowDto[]>> {
    return success(await this.limits.clearAddress(address, admin));
  }
}
