import { Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Clock } from '#libs/config/src/clock.js';
import { Environment } from '#libs/config/src/environment.js';
import { DirectoryRead } from '#libs/response-cache/src/directory-read.js';
import { Assets } from '../assets/assets.js';
import { renderPage } from '../layout/render-page.js';
import { languageOf } from '../texts/languages.js';
import { PageContext } from './page-context.js';
import { PAGE_CACHING, PAGE_HEADERS } from './page-headers.js';
import type { PageView, View } from './view.js';

/** Makes pages of views, in the language of their address. */
@Injectable()
export class Pages {
  constructor(
    private readonly clock: Clock,
    private readonly environment: Environment,
    private readonly assets: Assets,
  ) {}

  /** What the controller of a page returns: the page is made when nobody holds it already. */
  answer(
    request: FastifyRequest,
    makeView: (page: PageContext) => Promise<View>,
    headers: Record<string, string> = {},
  ): DirectoryRead {
    return new DirectoryRead(async () => {
      const page = this.contextOf(request);
      const view = await makeView(page);
      const { version, until, movedTo } = view;
      return {
        version,
        until,
        movedTo,
        body: movedTo ? '' : renderPage(page, view),
        contentType: 'text/html; charset=utf-8',
        caching: PAGE_CACHING,
        headers: { ...PAGE_HEADERS, ...this.assets.headers, ...headers },
      };
    });
  }

  /** A page that is for one visitor: nobody keeps it. */
  personal(
    reply: FastifyReply,
    page: PageContext,
    view: PageView,
    headers: Record<string, string> = {},
  ): string {
    void reply
      .headers({ ...PAGE_HEADERS, ...this.assets.headers, 'Cache-Control': 'no-store', ...headers })
      .type('text/html; charset=utf-8');
    return renderPage(page, view);
  }

  contextOf(request: FastifyRequest): PageContext {
    const { language } = languageOf(request.url.split('?', 1)[0]!);
    return new PageContext(language, this.environment, this.clock.now(), this.assets);
  }
}
