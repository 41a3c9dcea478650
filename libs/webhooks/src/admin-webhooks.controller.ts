import { Body, Delete, Get, HttpCode, Post, Query } from '@nestjs/common';
import { ApiNoContentResponse, ApiOperation, ApiResponse } from '@nestjs/swagger';
import { CurrentAdmin } from '#libs/admin/src/sessions/admin.guard.js';
import type { SignedInAdmin } from '#libs/http/src/request-context.js';
import { AdminController } from '#libs/http/src/access.js';
import { type Success, success, type SuccessPage, successPage } from '#libs/http/src/envelope.js';
import { ApiSuccess, ApiSuccessPage } from '#libs/http/src/openapi/api-success.js';
import { PageQuery } from '#libs/http/src/page-query.dto.js';
import { EntityId } from '#libs/http/src/validation/entity-id.js';
import { NewWebhookDto, RegisteredWebhookDto, WebhookDto } from './webhook.dto.js';
import { noWebhook, WebhooksService } from './webhooks.service.js';

@AdminController('admin', 'Webhooks')
export class AdminWebhooksController {
  constructor(private readonly webhooks: WebhooksService) {}

  @Get('webhooks')
  @ApiOperation({
    summary: 'List webhooks',
    description: 'Returns the webhooks of all keys and the outcome of their pings, newest first.',
  })
  @ApiSuccessPage(WebhookDto, { description: 'A page of webhooks.' })
  async listWebhooks(@Query() query: PageQuery): Promise<SuccessPage<WebhookDto>> {
    return successPage(await this.webhooks.list(query.page, query.limit), query);
  }

  @Get('keys/:id/webhook')
  @ApiOperation({
    summary: 'Show the webhook of a key',
    description: 'Includes the outcome of its pings, but never the signing secret.',
  })
  @ApiSuccess(WebhookDto, { description: 'The webhook.' })
  @ApiResponse({ status: 404, description: 'The key has no webhook.' })
  async getWebhook(@EntityId() id: string): Promise<Success<WebhookDto>> {
    const webhook = await this.webhooks.find(id);
    if (!webhook) throw noWebhook();
    return success(webhook);
  }

  @Post('keys/:id/webhook')
  @ApiOperation({
    summary: 'Register the webhook of a key',
    description:
      'Replaces an earlier one. The address gets a signed ping (Standard Webhooks) after a minute, ' +
      'and then at most one a minute when the directory has changed. Pings contain no data. Failed ones ' +
      'are retried, and after three days of failures the webhook is disabled and the owner gets ' +
      'an email. The developer can do the same on the status page of the key request.',
  })
  @ApiSuccess(RegisteredWebhookDto, { description: 'The webhook with its signing secret.' })
  @ApiResponse({
    status: 409,
    description: 'The key does not work, or the server lacks `WEBHOOK_KEY`.',
  })
  async registerWebhook(
    @EntityId('key') id: string,
    @Body() { url }: NewWebhookDto,
    @CurrentAdmin() admin: SignedInAdmin,
  ): Promise<Success<RegisteredWebhookDto>> {
    return success(await this.webhooks.register(id, url, admin));
  }

  @Delete('keys/:id/webhook')
  @HttpCode(204)
  @ApiOperation({
    summary: 'Remove the webhook of a key',
    description: 'Stops its pings.',
  })
  @ApiNoContentResponse({ description: 'The webhook is removed.' })
  @ApiResponse({ status: 404, description: 'The key has no webhook.' })
  async removeWebhook(@EntityId() id: string, @CurrentAdmin() admin: SignedInAdmin): Promise<void> {
    await this.webhooks.remove(id, admin);
  }
}
