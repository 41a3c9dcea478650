import { Controller, Get, Header } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Environment } from '#libs/config/src/environment.js';
import { Public } from '#libs/http/src/access.js';
import { success, type Success } from '#libs/http/src/envelope.js';
import { ApiSuccess } from '#libs/http/src/openapi/api-success.js';
import { ApiIndexDto, type ApiLinksDto } from './api-index.dto.js';

const PATHS = {
  self: '/api/v1',
  businesses: '/api/v1/businesses',
  categories: '/api/v1/categories',
  cities: '/api/v1/cities',
  counties: '/api/v1/counties',
  regions: '/api/v1/regions',
  events: '/api/v1/events',
  calendar: '/api/v1/events.ics',
  deals: '/api/v1/deals',
  export: '/api/v1/export/businesses.ndjson',
  exportParquet: '/api/v1/export/businesses.parquet',
  changes: '/api/v1/changes',
  reconciliation: '/api/v1/reconcile',
  tiles: '/tiles/businesses.json',
  attributions: '/api/v1/attributions',
  rateLimit: '/api/v1/rate-limit',
  keyRequests: '/api/v1/key-requests',
  documentation: '/docs',
  openapi: '/openapi.json',
  guide: '/developers',
  changelog: '/developers/changelog.json',
  catalog: '/data.json',
} satisfies Record<keyof ApiLinksDto, string>;

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
    const links = Object.entries(PATHS).map(([name, path]) => [name, PUBLIC_URL + path]);
    return success({ name: SITE_NAME, links: Object.fromEntries(links) as typeof PATHS });
  }
}
