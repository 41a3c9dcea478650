import { Get, Query, Req, Res } from '@nestjs/common';
import { ApiOperation, ApiProduces, ApiResponse } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AdminController } from '#libs/http/src/access.js';
import { respondWith, AS_CSV, JSON_OR_CSV } from '#libs/http/src/csv-responses.js';
import { type Success, success, type SuccessPage, successPage } from '#libs/http/src/envelope.js';
import { ApiSuccess, ApiSuccessList, ApiSuccessPage } from '#libs/http/src/openapi/api-success.js';
import { EntityId } from '#libs/http/src/validation/entity-id.js';
import type { CsvColumns } from '#libs/text/src/csv.js';
import { KeysService } from '../administration/keys.service.js';
import { ENGLISH, PICTURE_HEADERS, usagePicture } from './usage-picture.js';
import {
  TopKeyDto,
  TopKeysQuery,
  UsageDto,
  UsageQuery,
  UsageSpan,
  type UsageStepDto,
  DeprecatedUsageDto,
  DeprecatedUsageQuery,
} from './usage.dto.js';
import { UsageService } from './usage.service.js';

const COLUMNS: CsvColumns<UsageStepDto> = {
  start: ({ start }) => start,
  requests: ({ requests }) => requests,
  refusals: ({ refusals }) => refusals,
};

@AdminController('admin', 'Keys')
export class UsageController {
  constructor(
    private readonly usage: UsageService,
    private readonly keys: KeysService,
  ) {}

  @Get('usage/top')
  @ApiOperation({
    summary: 'List the most used keys',
    description:
      'Covers the last hours including the current one, a few seconds behind. Sorts keys by ' +
      'requests or by refusals, in descending order.',
  })
  @ApiSuccessList(TopKeyDto, { description: 'The keys used in this time.' })
  async listTopKeys(@Query() query: TopKeysQuery): Promise<Success<TopKeyDto[]>> {
    return success(await this.usage.top(query));
  }

  @Get('keys/:id/usage')
  @ApiOperation({
    summary: 'Show the usage of a key',
    description: 'Returns usage by hour or by day, a few seconds behind. Kept for a year.',
  })
  @ApiProduces(...JSON_OR_CSV)
  @ApiSuccess(UsageDto, { description: 'The usage for each hour or day.', formats: AS_CSV })
  async getKeyUsage(
    @EntityId('key') id: string,
    @Query() query: UsageQuery,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Success<UsageDto> | string> {
    const usage = await this.usage.of(id, query);
    return respondWith(usage, usage.steps, query, {
      request,
      reply,
      columns: COLUMNS,
      fileName: `usage-${id}`,
    });
  }

  @Get('keys/:id/usage.svg')
  @ApiOperation({
    summary: 'Show the usage of a key as a chart',
    description:
      'Draws a bar for each hour or day, with refused requests stacked on served ones. Shows the ' +
      'current limit as a line if the bars stay readable.',
  })
  @ApiProduces(PICTURE_HEADERS['Content-Type'])
  @ApiResponse({
    status: 200,
    description: 'An SVG image with a title and a text description.',
    content: { [PICTURE_HEADERS['Content-Type']]: { schema: { type: 'string' } } },
  })
  async getKeyUsagePicture(
    @EntityId('key') id: string,
    @Query() span: UsageSpan,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string> {
    const [usage, { label, limitPerHour, secrets }] = await Promise.all([
      this.usage.of(id, span),
      this.keys.get(id),
    ]);
    const starts = secrets.map(({ start }) => `${start}…`).join(' ');
    void reply.headers(PICTURE_HEADERS);
    return usagePicture(usage, limitPerHour, { ...ENGLISH, title: `${label} ${starts}`.trim() });
  }

  @Get('deprecated-usage')
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
