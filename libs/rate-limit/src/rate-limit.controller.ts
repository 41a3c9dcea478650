import { Controller, Get, Header, Req } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { RequiresKey } from '#libs/http/src/access.js';
import { success, type Success } from '#libs/http/src/envelope.js';
import { ApiSuccess } from '#libs/http/src/openapi/api-success.js';
import { RateLimitDto } from './rate-limit.dto.js';
import { Uncounted } from './rate-limit.guard.js';

@ApiTags('Rate limit')
@RequiresKey()
@Controller('api/v1/rate-limit')
export class RateLimitController {
  @Get()
  @Uncounted()
  @Header('Cache-Control', 'no-store')
  @ApiOperation({
    summary: "Get the key's rate limit",
    description:
      'Returns how many requests the key has left this hour. This request is not counted.',
  })
  @ApiSuccess(RateLimitDto, { description: 'Usage in the current window.' })
  getRateLimit(@Req() { context }: FastifyRequest): Success<RateLimitDto> {
    const { limit, used, remaining, reset } = context.rateLimit!;
    const resetsAt = new Date(reset * 1000).toISOString();
    return success({ limit, used, remaining, reset, resetsAt });
  }
}
