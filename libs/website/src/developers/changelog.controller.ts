import { Get } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { type FastifyAdapter, RouteConfig } from '@nestjs/platform-fastify';
import { DirectoryVersion } from '#libs/directory/src/directory-version.js';
import type { CacheableRead } from '#libs/response-cache/src/representation.js';
import { FEED_FORMATS, writeFeed } from '../feeds/feed.js';
import type { PageContext } from '../pages/page-context.js';
import { Pages } from '../pages/pages.js';
import { WebPages } from '../pages/web-pages.decorator.js';
import { type Change, CHANGES } from './changes.js';

const JSON_TYPE = 'application/json';

/** Serves the API's changes and deprecations in machine-readable formats. */
@WebPages(JSON_TYPE, FEED_FORMATS.atom.type)
export class ChangelogController {
  constructor(
    private readonly pages: Pages,
    private readonly version: DirectoryVersion,
    private readonly host: HttpAdapterHost<FastifyAdapter>,
  ) {}

  @Get('developers/changelog.json')
  @RouteConfig({ isCrossOrigin: true })
  json(): CacheableRead {
    return this.respond(JSON_TYPE, (page) =>
      JSON.stringify({
        apiVersion: 'v1',
        changes: CHANGES.map((change) => ({ date: change.date, text: textIn(page, change) })),
        deprecations: this.host.httpAdapter.getInstance().deprecations,
      }),
    );
  }

  @Get('developers/changelog.atom')
  atom(): CacheableRead {
    return this.respond(FEED_FORMATS.atom.type, (page) =>
      writeFeed(page, 'atom', {
        title: page.t.developers.changelog,
        description: page.t.developers.changelog,
        path: '/developers',
        feedPath: '/developers/changelog.atom',
        entries: CHANGES.map((change) => {
          const day = new Date(change.date);
          return {
            id: page.address(`/developers#changes-${change.date}`),
            path: '/developers#changes',
            title: change.date,
            text: [textIn(page, change)],
            published: day,
            updated: day,
          };
        }),
      }),
    );
  }

  private respond(type: string, write: (page: PageContext) => string): CacheableRead {
    return this.pages.file(async (page) => ({
      version: await this.version.current(),
      body: write(page),
      contentType: `${type}; charset=utf-8`,
    }));
  }
}

function textIn({ language }: PageContext, change: Change): string {
  return language.tag === 'es' ? change.es : change.en;
}
