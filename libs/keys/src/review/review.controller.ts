import { Body, Get, Post, Query } from '@nestjs/common';
import { ApiOperation, ApiResponse } from '@nestjs/swagger';
import { CurrentAdmin } from '#libs/admin/src/sessions/admin.guard.js';
import type { SignedInAdmin } from '#libs/http/src/request-context.js';
import { AdminController } from '#libs/http/src/access.js';
import { type Success, success, type SuccessPage, successPage } from '#libs/http/src/envelope.js';
import { ApiSuccess, ApiSuccessList, ApiSuccessPage } from '#libs/http/src/openapi/api-success.js';
import { EntityId } from '#libs/http/src/validation/entity-id.js';
import {
  ApprovalDto,
  DecisionOutcomeDto,
  DecisionsDto,
  KeyRequestDto,
  ListKeyRequestsQuery,
  RejectionDto,
} from './review.dto.js';
import { ReviewService } from './review.service.js';

@AdminController('admin/key-requests', 'Key requests')
export class ReviewController {
  constructor(private readonly review: ReviewService) {}

  @Get()
  @ApiOperation({
    summary: 'List key requests',
    description: 'Lists pending requests first, oldest first, unless `sort` sets another order.',
  })
  @ApiSuccessPage(KeyRequestDto, { description: 'A page of requests.' })
  async listKeyRequests(@Query() query: ListKeyRequestsQuery): Promise<SuccessPage<KeyRequestDto>> {
    return successPage(await this.review.list(query), query);
  }

  @Post('decisions')
  @ApiOperation({
    summary: 'Approve or reject several key requests',
    description:
      'Decides up to 100 requests (64 kB of JSON) one by one, in the given order, and records each ' +
      'decision in the audit log. If one decision fails, the others are still made.',
  })
  @ApiSuccessList(DecisionOutcomeDto, {
    description: 'The outcome of each decision, in the same order.',
  })
  async decideKeyRequests(
    @Body() { decisions }: DecisionsDto,
    @CurrentAdmin() admin: SignedInAdmin,
  ): Promise<Success<DecisionOutcomeDto[]>> {
    return success(await this.review.decideAll(decisions, admin));
  }

  @Get(':id')
  @ApiOperation({
    summary: 'Show a key request',
    description: 'Includes the decision and, if it was approved, the key.',
  })
  @ApiSuccess(KeyRequestDto, { description: 'The request.' })
  async getKeyRequest(@EntityId('request') id: string): Promise<Success<KeyRequestDto>> {
    return success(await this.review.get(id));
  }

  @Post(':id/approve')
  @ApiOperation({
    summary: 'Approve a key request',
    description:
      'Creates a key and emails it to the developer. The key appears only in that email.',
  })
  @ApiSuccess(KeyRequestDto, { description: 'The approved request. The email is scheduled.' })
  @ApiResponse({ status: 409, description: 'The request was already decided.' })
  async approveKeyRequest(
    @EntityId('request') id: string,
    @Body() approval: ApprovalDto,
    @CurrentAdmin() admin: SignedInAdmin,
  ): Promise<Success<KeyRequestDto>> {
    return success(await this.review.approve(id, approval, admin));
  }

  @Post(':id/reject')
  @ApiOperation({
    summary: 'Reject a key request',
    description: 'Emails the reason to the developer.',
  })
  @ApiSuccess(KeyRequestDto, { description: 'The rejected request. The email is scheduled.' })
  @ApiResponse({ status: 409, description: 'The request was already decided.' })
  async rejectKeyRequest(
    @EntityId('request') id: string,
    @Body() rejection: RejectionDto,
    @CurrentAdmin() admin: SignedInAdmin,
  ): Promise<Success<KeyRequestDto>> {
    return success(await this.review.reject(id, rejection, admin));
  }

  @Post(':id/reopen')
  @ApiOperation({
    summary: 'Undo the rejection of a key request',
    description:
      'Makes the request pending again. If the rejection email has not been sent yet, it is ' +
      'canceled. To undo an approval, revoke its key.',
  })
  @ApiSuccess(KeyRequestDto, { description: 'The pending request.' })
  @ApiResponse({
    status: 409,
    description: 'The request is not rejected, or its sender has another pending request.',
  })
  async reopenKeyRequest(
    @EntityId('request') id: string,
    @CurrentAdmin() admin: SignedInAdmin,
  ): Promise<Success<KeyRequestDto>> {
    return success(await this.review.reopen(id, admin));
  }
}
