import { Body, Get, Post, Query } from '@nestjs/common';
import { ApiOperation, ApiResponse } from '@nestjs/swagger';
import { CurrentAdmin } from '#libs/admin/src/sessions/admin.guard.js';
import type { SignedInAdmin } from '#libs/http/src/request-context.js';
import { AdminController } from '#libs/http/src/access.js';
import { type Success, success, type SuccessPage, successPage } from '#libs/http/src/envelope.js';
import { ApiSuccess, ApiSuccessPage } from '#libs/http/src/openapi/api-success.js';
import { EntityId } from '#libs/http/src/validation/entity-id.js';
import { DeliveriesService } from './deliveries.service.js';
import { DeliveryDto, DeliveryRetryDto, ListDeliveriesQuery } from './delivery.dto.js';

@AdminController('admin/deliveries', 'Deliveries')
export class DeliveriesController {
  constructor(private readonly deliveries: DeliveriesService) {}

  @Get()
  @ApiOperation({
    summary: 'List emails and their delivery status',
    description: 'Newest first.',
  })
  @ApiSuccessPage(DeliveryDto, { description: 'A page of deliveries.' })
  async listDeliveries(@Query() query: ListDeliveriesQuery): Promise<SuccessPage<DeliveryDto>> {
    return successPage(await this.deliveries.list(query), query);
  }

  @Post(':id/retry')
  @ApiOperation({
    summary: 'Retry a failed email',
    description:
      'Sends the email now, to the same address or to a corrected one. An email with a key contains a new secret.',
  })
  @ApiSuccess(DeliveryDto, { description: 'The delivery is scheduled.' })
  @ApiResponse({
    status: 409,
    description:
      'The email was already sent or is being sent right now, or the new address has its own ' +
      'pending request.',
  })
  async retryDelivery(
    @EntityId('delivery') id: string,
    @Body() { recipient }: DeliveryRetryDto,
    @CurrentAdmin() admin: SignedInAdmin,
  ): Promise<Success<DeliveryDto>> {
    return success(await this.deliveries.retry(id, recipient, admin));
  }
}
