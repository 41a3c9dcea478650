import { Get, Param, Post } from '@nestjs/common';
import { ApiNotFoundResponse, ApiOperation, ApiParam } from '@nestjs/swagger';
import { CurrentAdmin } from '#libs/admin/src/sessions/admin.guard.js';
import type { SignedInAdmin } from '#libs/http/src/request-context.js';
import { AdminController } from '#libs/http/src/access.js';
import { type Success, success } from '#libs/http/src/envelope.js';
import { ApiSuccessList } from '#libs/http/src/openapi/api-success.js';
import { documented } from '#libs/http/src/openapi/documented.js';
import { EntityId } from '#libs/http/src/validation/entity-id.js';
import { LimitWindowDto } from './limits.dto.js';
import { LimitsService } from './limits.service.js';

const Address = () =>
  documented(
    Param('address'),
    ApiParam({
      name: 'address',
      example: '192.0.2.1',
      description: 'IPv4 or IPv6 address. All IPv6 addresses of a /64 network share one limit.',
    }),
    ApiNotFoundResponse({ description: 'This is not an IP address.' }),
  );
const CLEARED = {
  description: 'The windows before the reset. The next request starts new ones.',
};

@AdminController('admin', 'Keys')
export class LimitsController {
  constructor(private readonly limits: LimitsService) {}

  @Get('keys/:id/limit')
  @ApiOperation({
    summary: 'Show how much of its limit a key has used',
    description: 'Returns the window of the current hour without counting a request.',
  })
  @ApiSuccessList(LimitWindowDto, { description: 'The current window.' })
  async getKeyLimit(@EntityId('key') id: string): Promise<Success<LimitWindowDto[]>> {
    return success(await this.limits.read(await this.limits.ofKey(id)));
  }

  @Post('keys/:id/limit/clear')
  @ApiOperation({
    summary: 'Reset the limit of a key',
    description: 'Discards the usage of the current hour for all processes.',
  })
  @ApiSuccessList(LimitWindowDto, CLEARED)
  async clearKeyLimit(
    @EntityId('key') id: string,
    @CurrentAdmin() admin: SignedInAdmin,
  ): Promise<Success<LimitWindowDto[]>> {
    return success(await this.limits.clear(await this.limits.ofKey(id), admin));
  }

  @Get('addresses/:address/limit')
  @ApiOperation({
    summary: 'Show how much of its limits an address has used',
    description:
      'Returns the windows of API requests without a valid key, pages, files, and operator requests.',
  })
  @ApiSuccessList(LimitWindowDto, { description: 'The windows of the address.' })
  async getAddressLimit(@Address() address: string): Promise<Success<LimitWindowDto[]>> {
    return success(await this.limits.read(this.limits.ofAddress(address)));
  }

  @Post('addresses/:address/limit/clear')
  @ApiOperation({
    summary: 'Reset the limits of an address',
    description: 'Discards the usage of all its windows for all processes.',
  })
  @ApiSuccessList(LimitWindowDto, CLEARED)
  async clearAddressLimit(
    @Address() address: string,
    @CurrentAdmin() admin: SignedInAdmin,
  ): Promise<Success<LimitWindowDto[]>> {
    return success(await this.limits.clear(this.limits.ofAddress(address), admin));
  }
}
