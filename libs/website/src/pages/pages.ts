import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { Clock } from '#libs/config/src/clock.js';
import { Environment } from '#libs/config/src/environment.js';
import type { CacheableRead, Representation } from '#libs/response-cache/src/representation.js';
import { Assets } from '../assets/assets.js';
import type { FormVisit } from '../forms/form-visit.js';
import { renderPage } from '../layout/layout.js';
import { languageOf } from '../texts/languages.js';
import { PageContext } from './page-context.js';
import { PAGE_CACHING, PAGE_HEADERS } from './page-headers.js';
import type { PageView, View } from './view.js';

type Visit = Pick<FormVisit, 'request' | 'reply'>;

/** Renders views as pages in the language of their address. */
@Injectable()
export class Pages {
  constructor(
    private readonly clock: Clock,
    private readonly environment: Environment,
    private readonly assets: Assets,
  ) {}

  /** Returns the response of a page's controller. The page is only rendered if it is not cached. */
  respond(
    makeView: (page: PageContext) => Promise<View>,
    headers: Record<string, string> = {},
  ): CacheableRead {
    return async (request) => {
      const { version, until, movedTo, html } = await this.render(request, makeView);
      return {
        version,
        until,
        movedTo,
        body: html,
        contentType: 'text/html; charset=utf-8',
        caching: PAGE_CACHING,
        headers: { ...PAGE_HEADERS, ...this.assets.headers, ...headers },
      };
    };
  }

  /** Returns the response of a file's controller, with the caching and headers of pages. */
  file(make: (page: PageContext) => Promise<Omit<Representation, 'caching'>>): CacheableRead {
    return async (request) => {
      const { headers, ...file } = await this.inOneLanguage(request, make);
      return { ...file, caching: PAGE_CACHING, headers: { ...PAGE_HEADERS, ...headers } };
    };
  }

  /** Renders a page for a single visitor, which is never cached. */
  async personal(
    { request, reply }: Visit,
    makeView: (page: PageContext) => PageView,
    headers: Record<string, string> = {},
  ): Promise<string> {
    void reply
      .headers({ ...PAGE_HEADERS, ...this.assets.headers, 'Cache-Control': 'no-store', ...headers })
      .type('text/html; charset=utf-8');
    return (await this.render(request, makeView)).html;
  }

  /** Leads from a form that was sent to a page in the same language. */
  seeOther({ request, reply }: Visit, path: string, headers: Record<string, string> = {}): string {
    const location = this.contextOf(request).href(path);
    void reply.status(303).headers({ ...headers, Location: location });
    return '';
  }

  /** Returns a view with its page as HTML. */
  render<V extends PageView & { movedTo?: string }>(
    request: FastifyRequest,
    makeView: (page: PageContext) => V | Promise<V>,
  ): Promise<V & { html: string }> {
    const frame = this.contextOf(request);
    const query = request.url.replace(/^[^?]*/, '');
    return this.inOneLanguage(request, async (page) => {
      const view = await makeView(page);
      return { ...view, html: view.movedTo ? '' : renderPage({ frame, page, view, query }) };
    });
  }

  /**
   * Creates content in the language of the address. If that language lacks a text, which may turn
   * up last, all of it is created again in English.
   */
  async inOneLanguage<T>(
    request: FastifyRequest,
    make: (page: PageContext) => T | Promise<T>,
  ): Promise<T> {
    const page = this.contextOf(request);
    const response = await make(page);
    return page.isIn(page.language) ? response : make(page.inEnglish());
  }

  contextOf(request: FastifyRequest): PageContext {
    const { language } = languageOf(request.url.split('?', 1)[0]!);
    return new PageContext(language, this.environment, this.clock.now(), this.assets);
  }
}
