import { Body, Get, Patch, Post, Query, Req, Res, applyDecorators } from '@nestjs/common';
import { ApiOperation, ApiProduces, ApiResponse } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { CurrentAdmin } from '#libs/admin/src/sessions/admin.guard.js';
import type { SignedInAdmin } from '#libs/http/src/request-context.js';
import { AdminController } from '#libs/http/src/access.js';
import { respondWithPage, AS_CSV, JSON_OR_CSV, paged } from '#libs/http/src/csv-responses.js';
import { type Success, success, type SuccessPage } from '#libs/http/src/envelope.js';
import { ApiSuccess, ApiSuccessPage } from '#libs/http/src/openapi/api-success.js';
import { EntityId } from '#libs/http/src/validation/entity-id.js';
import type { CsvColumns } from '#libs/text/src/csv.js';
import { KeyChangeDto, ReasonDto, RotationDto, SuspensionDto } from './key-changes.dto.js';
import { KeyLifecycleService } from './key-lifecycle.service.js';
import { KeyDto, ListKeysQuery } from './key.dto.js';
import { KeysService } from './keys.service.js';

interface KeyChangeOperation {
  summary: string;
  description: string;
  /** Description of the 409 response. */
  conflict: string;
}

/** Documents an operation that changes one key and returns the updated key. */
const ApiKeyChange = ({ conflict, ...operation }: KeyChangeOperation) =>
  applyDecorators(
    ApiOperation(operation),
    ApiSuccess(KeyDto, { description: 'The updated key.' }),
    ApiResponse({ status: 409, description: conflict }),
  );

const COLUMNS: CsvColumns<KeyDto> = {
  id: ({ id }) => id,
  label: ({ label }) => label,
  ownerName: ({ ownerName }) => ownerName,
  ownerEmail: ({ ownerEmail }) => ownerEmail,
  limitPerHour: ({ limitPerHour }) => limitPerHour,
  state: ({ state }) => state,
  stateReason: ({ stateReason }) => stateReason,
  expiresAt: ({ expiresAt }) => expiresAt,
  createdAt: ({ createdAt }) => createdAt,
  lastUsedAt: ({ lastUsedAt }) => lastUsedAt,
  requests: ({ requests }) => requests,
  refusals: ({ refusals }) => refusals,
  secrets: ({ secrets }) => secrets.map(({ start }) => start).join(' '),
  requestId: ({ requestId }) => requestId,
};

@AdminController('admin/keys', 'Keys')
export class KeysController {
  constructor(
    private readonly keys: KeysService,
    private readonly lifecycle: KeyLifecycleService,
  ) {}

  @Get()
  @ApiOperation({
    summary: 'List keys',
    description:
      'Returns all keys or those in one state. The CSV format returns up to 10,000 keys at once.',
  })
  @ApiProduces(...JSON_OR_CSV)
  @ApiSuccessPage(KeyDto, {
    description: 'A page of keys.',
    headers: ['X-Total-Count'],
    formats: AS_CSV,
  })
  async listKeys(
    @Query() query: ListKeysQuery,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<SuccessPage<KeyDto> | string> {
    const page = paged(query, request);
    return respondWithPage(await this.keys.list(page), page, {
      request,
      reply,
      columns: COLUMNS,
      fileName: 'keys',
    });
  }

  @Get(':id')
  @ApiOperation({
    summary: 'Show a key',
    description: 'Includes usage figures and the first characters of each secret.',
  })
  @ApiSuccess(KeyDto, { description: 'The key.' })
  async getKey(@EntityId('key') id: string): Promise<Success<KeyDto>> {
    return success(await this.keys.get(id));
  }

  @Patch(':id')
  @ApiKeyChange({
    summary: "Change a key's limit, expiry or label",
    description:
      'Takes effect with the next request. The owner is notified of a new limit or expiry by email.',
    conflict: 'The key is revoked.',
  })
  async changeKey(
    @EntityId('key') id: string,
    @Body() change: KeyChangeDto,
    @CurrentAdmin() admin: SignedInAdmin,
  ): Promise<Success<KeyDto>> {
    await this.lifecycle.change(id, change, admin);
    return this.getKey(id);
  }

  @Post(':id/rotate')
  @ApiKeyChange({
    summary: 'Rotate the secret of a key',
    description:
      'Emails a new secret to the owner. The current secret keeps working for the overlap, which ' +
      'starts when the mail server accepts the mail. With an overlap of 0 it stops at once. All secrets share one limit.',
    conflict: 'The key is revoked or has expired.',
  })
  async rotateKey(
    @EntityId('key') id: string,
    @Body() { overlapHours }: RotationDto,
    @CurrentAdmin() admin: SignedInAdmin,
  ): Promise<Success<KeyDto>> {
    await this.lifecycle.rotate(id, overlapHours, admin);
    return this.getKey(id);
  }

  @Post(':id/suspend')
  @ApiKeyChange({
    summary: 'Suspend a key',
    description:
      'Refuses requests with this key with `suspended_api_key` until the key is resumed. The ' +
      'owner is notified by email.',
    conflict: 'The key is not active, or has expired.',
  })
  async suspendKey(
    @EntityId('key') id: string,
    @Body() { reason }: SuspensionDto,
    @CurrentAdmin() admin: SignedInAdmin,
  ): Promise<Success<KeyDto>> {
    await this.lifecycle.suspend(id, reason ?? null, admin);
    return this.getKey(id);
  }

  @Post(':id/resume')
  @ApiKeyChange({
    summary: 'Resume a suspended key',
    description: 'The key works again as before. The owner is notified by email.',
    conflict: 'The key is not suspended, or has expired.',
  })
  async resumeKey(
    @EntityId('key') id: string,
    @CurrentAdmin() admin: SignedInAdmin,
  ): Promise<Success<KeyDto>> {
    await this.lifecycle.resume(id, admin);
    return this.getKey(id);
  }

  @Post(':id/revoke')
  @ApiKeyChange({
    summary: 'Revoke a key permanently',
    description:
      'Refuses requests with this key with `revoked_api_key` from now on. The reason is sent to ' +
      'the owner by email.',
    conflict: 'The key is already revoked.',
  })
  async revokeKey(
    @EntityId('key') id: string,
    @Body() { reason }: ReasonDto,
    @CurrentAdmin() admin: SignedInAdmin,
  ): Promise<Success<KeyDto>> {
    await this.lifecycle.revoke(id, reason, admin);
    return this.getKey(id);
  }
}
