import { Body, Controller, Post } from '@nestjs/common';
import { ApiOperation, ApiResponse, ApiTags } from '@nestjs/swagger';
import { Public } from '#libs/http/src/access.js';
import { ClientAddress } from '#libs/http/src/client-address/client-address.js';
import { type Success, success } from '#libs/http/src/envelope.js';
import { ApiSuccess } from '#libs/http/src/openapi/api-success.js';
import { RequestId } from '#libs/http/src/request-id.js';
import { KeyRequestReceiptDto, NewKeyRequestDto } from './key-request.dto.js';
import { KeyRequestsService } from './key-requests.service.js';

@ApiTags('Key requests')
@Public()
@Controller('api/v1/key-requests')
export class KeyRequestsController {
  constructor(private readonly requests: KeyRequestsService) {}

  @Post()
  @ApiOperation({
    summary: 'Request an API key',
    description:
      'Describe what you are building. A person reviews the request and replies by email; an ' +
      'approval email contains the key. Each address, ignoring any "+tag", can have one pending ' +
      'request. Each client can send five requests an hour.',
  })
  @ApiSuccess(KeyRequestReceiptDto, { status: 201, description: 'The request was received.' })
  @ApiResponse({ status: 409, description: 'This email address already has a pending request.' })
  async requestKey(
    @Body() request: NewKeyRequestDto,
    @ClientAddress() address: string,
    @RequestId() httpRequestId: string,
  ): Promise<Success<KeyRequestReceiptDto>> {
    return success(await this.requests.submit(request, address, httpRequestId));
  }
}
