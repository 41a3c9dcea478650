import { Get } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { type FastifyAdapter, RouteConfig } from '@nestjs/platform-fastify';
import { ApiProduces } from '@nestjs/swagger';
import { Environment } from '#libs/config/src/environment.js';
import { DirectoryVersion } from '#libs/directory/src/directory-version.js';
import type { DeprecatedOperation } from '#libs/http/src/deprecation/deprecations.js';
import { ADDRESS_LIMIT } from '#libs/rate-limit/src/limits.js';
import type { CacheableRead } from '#libs/response-cache/src/representation.js';
import { WebhooksService } from '#libs/webhooks/src/webhooks.service.js';
import { FEED_FORMATS, writeFeed } from '../feeds/feed.js';
import { dataset } from '../linked-data/linked-data.js';
import type { PageContext } from '../pages/page-context.js';
import { Pages } from '../pages/pages.js';
import { WebPages } from '../pages/web-pages.decorator.js';
import { type Change, CHANGES } from './changes.js';
import { ProseView } from '../prose/prose-view.js';
import { type Prose, toMarkdown } from '../prose/prose.js';

const JSON_TYPE = 'application/json';
const MARKDOWN = 'text/markdown';

@WebPages('text/html', MARKDOWN)
export class DevelopersController {
  constructor(
    private readonly pages: Pages,
    private readonly environment: Environment,
    private readonly webhooks: WebhooksService,
    private readonly host: HttpAdapterHost<FastifyAdapter>,
    private readonly version: DirectoryVersion,
  ) {}

  @Get('developers')
  guide(): CacheableRead {
    return this.pages.respond(async (page) => {
      const prose = this.guideOn(page);
      const { contents, developers } = page.t;
      return {
        version: await this.version.current(),
        title: prose.title,
        description: prose.lead,
        path: '/developers',
        crumbs: [{ name: prose.title }],
        data: [dataset(page, prose.lead)],
        feeds: [{ ...FEED_FORMATS.atom, path: '/developers/changelog.atom' }],
        body: (
          <>
            <ProseView prose={prose} contents={contents} />
            <p>
              <a href={page.href('/developers.md')}>{developers.asMarkdown}</a>
            </p>
          </>
        ),
      };
    });
  }

  @Get('developers.md')
  markdown(): CacheableRead {
    return this.file(MARKDOWN, (page) => toMarkdown(this.guideOn(page), page.origin));
  }

  /** Returns the API's changes and deprecations. */
  @Get('developers/changelog.json')
  @ApiProduces(JSON_TYPE)
  @RouteConfig({ isCrossOrigin: true })
  changelog(): CacheableRead {
    return this.file(JSON_TYPE, (page) =>
      JSON.stringify({
        apiVersion: 'v1',
        changes: CHANGES.map((change) => ({ date: change.date, text: textIn(page, change) })),
        deprecations: this.deprecations,
      }),
    );
  }

  @Get('developers/changelog.atom')
  @ApiProduces(FEED_FORMATS.atom.type)
  changelogAsAtom(): CacheableRead {
    return this.file(FEED_FORMATS.atom.type, (page) =>
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

  private guideOn(page: PageContext): Prose {
    return page.t.developers.guide({
      origin: page.origin,
      keyLimit: page.number(this.environment.DEFAULT_LIMIT_PER_HOUR),
      addressLimit: page.number(ADDRESS_LIMIT),
      hasWebhooks: this.webhooks.isAvailable,
      deprecations: this.deprecations,
    });
  }

  private get deprecations(): readonly DeprecatedOperation[] {
    return this.host.httpAdapter.getInstance().deprecations;
  }

  private file(type: string, write: (page: PageContext) => string): CacheableRead {
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
