import { Controller, Get } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { ApiExcludeController, ApiProduces } from '@nestjs/swagger';
import { Environment } from '#libs/config/src/environment.js';
import { DirectoryRepository } from '#libs/directory/src/directory.repository.js';
import { Public } from '#libs/http/src/access.js';
import { Surface } from '#libs/http/src/surfaces/surfaces.js';
import { IgnoresUnknownParameters } from '#libs/http/src/validation/unknown-parameters.interceptor.js';
import { SourcesRepository } from '#libs/imports/src/sources/sources.repository.js';
import { CacheableRead } from '#libs/response-cache/src/representation.js';
import { CachesResponse } from '#libs/response-cache/src/caches-response.decorator.js';
import { PAGE_CACHING } from '../pages/page-headers.js';
import { dataCatalog } from './data-catalog.js';

/** Serves the data catalog at the address where harvesters look for it. */
@ApiExcludeController()
@ApiProduces('application/json')
@Public()
@IgnoresUnknownParameters()
@CachesResponse()
@Surface('page')
@Controller()
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
