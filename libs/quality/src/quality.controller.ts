import { Get } from '@nestjs/common';
import { ApiOperation } from '@nestjs/swagger';
import { AdminController } from '#libs/http/src/access.js';
import { type Success, success } from '#libs/http/src/envelope.js';
import { ApiSuccess } from '#libs/http/src/openapi/api-success.js';
import { QualityDto } from './quality.dto.js';
import { QualityService } from './quality.service.js';

@AdminController('admin/quality', 'Businesses')
export class QualityController {
  constructor(private readonly quality: QualityService) {}

  @Get()
  @ApiOperation({
    summary: 'Get the quality of the directory',
    description:
      'Counts, by county and source, open businesses with hours, an exact location, a phone number ' +
      'and a recent confirmation. Counted at most once an hour.',
  })
  @ApiSuccess(QualityDto, { description: 'The counts.' })
  async getQuality(): Promise<Success<QualityDto>> {
    return success(await this.quality.report());
  }
}
