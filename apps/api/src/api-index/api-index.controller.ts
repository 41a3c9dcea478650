import { Controller, Get, Header } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Environment } from '#libs/config/src/environment.js';
import { Public } from '#libs/http/src/access.js';
import { success, type Success } from '#libs/http/src/envelope.js';
import { ApiSuccess } from '#libs/http/src/openapi/api-success.js';
import { ApiIndexDto, type ApiLinksDto, LINKS } from './api-index.dto.js';

@ApiTags('Index')
@Public()
@Controller('api/v1')
export class ApiIndexController {
  constructor(private readonly environment: Environment) {}

  @Get()
  @Header('Cache-Control', 'no-store')
  @ApiOperation({
    summary: 'Get the index',
    description: 'Lists the URLs of all resources. Requires no key.',
  })
  @ApiSuccess(ApiIndexDto, { description: 'Names and URLs.' })
  getIndex(): Success<ApiIndexDto> {
    const { PUBLIC_URL, SITE_NAME } = this.environment;
    const links = Object.entries(LINKS).map(([name, { path }]) => [name, PUBLIC_URL + path]);
    return success({ name: SITE_NAME, links: Object.fromEntries(links) as ApiLinksDto });
  }
}
