import { Controller, Get, Header, Param, Post } from '@nestjs/common';
import { ApiNotFoundResponse, ApiOperation, ApiParam, ApiResponse, ApiTags } from '@nestjs/swagger';
import { Public } from '#libs/http/src/access.js';
import { type Success, success } from '#libs/http/src/envelope.js';
import { ApiSuccess } from '#libs/http/src/openapi/api-success.js';
import { documented } from '#libs/http/src/openapi/documented.js';
import { KeyRequestProgressDto } from '../review/review.dto.js';
import { StatusLinkService } from './status-link.service.js';

const Token = () =>
  documented(
    Param('token'),
    ApiParam({
      name: 'token',
      description: 'Token from the link in the acknowledgment or the approval.',
      example: 'q1vVJm0Y0c5Nn8jBqkKp0n3m4Tz6C8wYd2sUoXhE7aA',
    }),
    ApiNotFoundResponse({ description: 'No request belongs to this link.' }),
  );

@ApiTags('Key requests')
@Public()
@Controller('api/v1/key-requests/status/:token')
export class StatusLinkController {
  constructor(private readonly statusLink: StatusLinkService) {}

  @Get()
  @Header('Cache-Control', 'no-store')
  @ApiOperation({
    summary: 'Get the status of your key request',
    description:
      'Returns the status for the link in the acknowledgment or the approval. Needs no API key.',
  })
  @ApiSuccess(KeyRequestProgressDto, { description: 'The status of the request.' })
  async getKeyRequestProgress(@Token() token: string): Promise<Success<KeyRequestProgressDto>> {
    return success(await this.statusLink.progress(token));
  }

  @Post('withdraw')
  @ApiOperation({
    summary: 'Withdraw your key request',
    description: 'Withdraws a pending request. You can then send another one.',
  })
  @ApiSuccess(KeyRequestProgressDto, { description: 'The withdrawn request.' })
  @ApiResponse({ status: 409, description: 'The request was already decided or withdrawn.' })
  async withdrawKeyRequest(@Token() token: string): Promise<Success<KeyRequestProgressDto>> {
    return success(await this.statusLink.withdraw(token));
  }
}
