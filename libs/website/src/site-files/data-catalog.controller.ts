import { Get } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { Environment } from '#libs/config/src/environment.js';
import { DirectoryRepository } from '#libs/directory/src/directory.repository.js';
import { SourcesRepository } from '#libs/imports/src/sources/sources.repository.js';
import { CacheableRead } from '#libs/response-cache/src/representation.js';
import { CachesResponse } from '#libs/response-cache/src/caches-response.decorator.js';
import { PAGE_CACHING } from '../pages/page-headers.js';
import { WebFiles } from '../pages/web-pages.decorator.js';
import { dataCatalog } from './data-catalog.js';

/** Serves the data catalog at the address where harvesters look for it. */
@WebFiles('/', 'application/json')
@CachesResponse()
export class DataCatalogController {
  constructor(
    private readonly environment: Environment,
    private readonly version: DirectoryRepository,
    private readonly sources: SourcesRepository,
  ) {}

  @Get('data.json')
  @RouteConfig({ isCrossOrigin: true })
  catalog(): CacheableRead {
    return new CacheableRead(async () => {
      const { version, changedAt } = await this.version.current();
      const body = dataCatalog(this.environment, await this.sources.licences(), changedAt);
      return { version, body, caching: PAGE_CACHING };
    });
  }
}
