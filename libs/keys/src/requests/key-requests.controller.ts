import { Body, Controller, Post } from '@nestjs/common';
import { ApiOperation, ApiResponse, ApiTags } from '@nestjs/swagger';
import { Public } from '#libs/http/src/access.js';
import { ClientAddress } from '#libs/http/src/client-address/client-address.js';
import { type Success, success } from '#libs/http/src/envelope.js';
import { ApiSuccess } from '#libs/http/src/openapi/api-success.js';
import { RequestId } from '#libs/http/src/request-id.js';
import { Surface } from '#libs/http/src/surfaces/surface.decorator.js';
import { KeyRequestReceiptDto, NewKeyRequestDto } from './key-request.dto.js';
import { KeyRequestsService } from './key-requests.service.js';

@ApiTags('Key requests')
@Public()
@Surface('api')
@Controller('api/v1/key-requests')
export class KeyRequestsController {
  constructor(private readonly requests: KeyRequestsService) {}

  @Post()
  @ApiOperation({
    operationId: 'requestKey',
    summary: 'Ask for a key',
    description:
      'Describe what you are building. A person reads it; the answer, and with it the key, comes ' +
      'by e-mail. An address, with any "+tag", may have one pending request, and a client may send ' +
      'five an hour.',
  })
  @ApiSuccess(KeyRequestReceiptDto, { status: 201, description: 'The request was received.' })
  @ApiResponse({ status: 409, description: 'This e-mail address has a pending request.' })
  async create(
    @Body() request: NewKeyRequestDto,
    @ClientAddress() address: string,
    @RequestId() httpRequestId: string,
  ): Promise<Success<KeyRequestReceiptDto>> {
    return success(await this.requests.submit(request, address, httpRequestId));
  }
}
