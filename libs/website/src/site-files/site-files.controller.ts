import { Get, Header, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Clock } from '#libs/config/src/clock.js';
import { Environment } from '#libs/config/src/environment.js';
import { Assets } from '../assets/assets.js';
import { Guides } from '../developers/guides.js';
import { Pages } from '../pages/pages.js';
import { WebFiles } from '../pages/web-pages.decorator.js';
import { LANGUAGES } from '../texts/languages.js';
import { llms, openSearch, robots, securityTxt, webManifest } from './site-files.js';

/** Sets the caching of content that only changes with a release. */
const Daily = () => Header('Cache-Control', 'public, max-age=86400');

/**
 * Serves files for crawlers and browsers: robots.txt, security.txt, the icon, search and app
 * descriptions.
 */
@WebFiles('/', '*/*')
export class SiteFilesController {
  constructor(
    private readonly environment: Environment,
    private readonly assets: Assets,
    private readonly clock: Clock,
    private readonly pages: Pages,
    private readonly guides: Guides,
  ) {}

  @Get('robots.txt')
  @Daily()
  @Header('Content-Type', 'text/plain; charset=utf-8')
  robots(): string {
    return robots(this.environment.PUBLIC_URL);
  }

  @Get('.well-known/security.txt')
  @Daily()
  @Header('Content-Type', 'text/plain; charset=utf-8')
  securityTxt(): string {
    return securityTxt(this.environment, this.clock.now());
  }

  @Get('llms.txt')
  @Daily()
  @Header('Content-Type', 'text/plain; charset=utf-8')
  llms(@Req() request: FastifyRequest): string {
    const { lead } = this.guides.for(this.pages.contextOf(request));
    return llms(this.environment, lead);
  }

  @Get(LANGUAGES.map(({ prefix }) => `${prefix}/opensearch.xml`))
  @Daily()
  @Header('Content-Type', 'application/opensearchdescription+xml; charset=utf-8')
  openSearch(@Req() request: FastifyRequest): string {
    return openSearch(this.pages.contextOf(request), this.assets.url('icon.svg'));
  }

  @Get('manifest.webmanifest')
  @Daily()
  @Header('Content-Type', 'application/manifest+json; charset=utf-8')
  webManifest(): string {
    return webManifest(this.environment, this.assets.url('icon.svg'));
  }

  /**
   * Redirects to the icon that browsers request for content without an icon of its own, such as
   * JSON responses.
   */
  @Get('favicon.ico')
  @Daily()
  favicon(@Res() reply: FastifyReply): FastifyReply {
    return reply.redirect(this.assets.url('icon.svg'), 302);
  }
}
