import { applyDecorators, Get, Header, Req, Res } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { ApiProduces } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Clock } from '#libs/config/src/clock.js';
import { Environment } from '#libs/config/src/environment.js';
import { DirectoryRepository } from '#libs/directory/src/directory.repository.js';
import { SourcesRepository } from '#libs/imports/src/sources/sources.repository.js';
import { CachesResponse } from '#libs/response-cache/src/caches-response.decorator.js';
import type { CacheableRead } from '#libs/response-cache/src/representation.js';
import { Assets } from '../assets/assets.js';
import { PAGE_CACHING } from '../pages/page-headers.js';
import { Pages } from '../pages/pages.js';
import { WebFiles } from '../pages/web-pages.decorator.js';
import { LANGUAGES } from '../texts/languages.js';
import { dataCatalog } from './data-catalog.js';
import { llms, openSearch, robots, securityTxt, webManifest } from './site-files.js';

const DAILY = 'public, max-age=86400';

/** Declares a file that only changes with a release. */
const DailyFile = (path: string | string[], type: string) =>
  applyDecorators(Get(path), Header('Cache-Control', DAILY), Header('Content-Type', type));

/**
 * Serves files for crawlers and browsers: robots.txt, security.txt, the icon, search and app
 * descriptions, and the data catalog.
 */
@WebFiles('/', '*/*')
export class SiteFilesController {
  constructor(
    private readonly environment: Environment,
    private readonly assets: Assets,
    private readonly clock: Clock,
    private readonly pages: Pages,
    private readonly version: DirectoryRepository,
    private readonly sources: SourcesRepository,
  ) {}

  @DailyFile('robots.txt', 'text/plain; charset=utf-8')
  robots(): string {
    return robots(this.environment.PUBLIC_URL);
  }

  @DailyFile('.well-known/security.txt', 'text/plain; charset=utf-8')
  securityTxt(): string {
    return securityTxt(this.environment, this.clock.now());
  }

  @DailyFile('llms.txt', 'text/plain; charset=utf-8')
  llms(): string {
    return llms(this.environment);
  }

  @DailyFile(
    LANGUAGES.map(({ prefix }) => `${prefix}/opensearch.xml`),
    'application/opensearchdescription+xml; charset=utf-8',
  )
  openSearch(@Req() request: FastifyRequest): string {
    return openSearch(this.pages.contextOf(request), this.assets.url('icon.svg'));
  }

  @DailyFile('manifest.webmanifest', 'application/manifest+json; charset=utf-8')
  webManifest(): string {
    return webManifest(this.environment, this.assets.url('icon.svg'));
  }

  /** Returns the data catalog at the address where harvesters look for it. */
  @Get('data.json')
  @ApiProduces('application/json')
  @CachesResponse()
  @RouteConfig({ isCrossOrigin: true })
  dataCatalog(): CacheableRead {
    return async () => {
      const { version, changedAt } = await this.version.current();
      const body = dataCatalog(this.environment, await this.sources.licences(), changedAt);
      return { version, body, caching: PAGE_CACHING };
    };
  }

  /**
   * Redirects to the icon that browsers request for content without an icon of its own, such as
   * JSON responses.
   */
  @Get('favicon.ico')
  @Header('Cache-Control', DAILY)
  favicon(@Res() reply: FastifyReply): FastifyReply {
    return reply.redirect(this.assets.url('icon.svg'), 302);
  }
}
