import { Get } from '@nestjs/common';
import { DirectoryVersion } from '#libs/directory/src/directory-version.js';
import type { CacheableRead } from '#libs/response-cache/src/representation.js';
import { FEED_FORMATS } from '../feeds/feed.js';
import { dataset } from '../linked-data/linked-data.js';
import { Pages } from '../pages/pages.js';
import { WebPages } from '../pages/web-pages.decorator.js';
import { Guides } from './guides.js';
import { ProseView } from '../prose/prose-view.js';
import { toMarkdown } from '../prose/prose.js';

const MARKDOWN = 'text/markdown';

@WebPages('text/html', MARKDOWN)
export class DevelopersController {
  constructor(
    private readonly pages: Pages,
    private readonly guides: Guides,
    private readonly version: DirectoryVersion,
  ) {}

  @Get('developers')
  guide(): CacheableRead {
    return this.pages.respond(async (page) => {
      const prose = this.guides.for(page);
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
    return this.pages.file(async (page) => ({
      version: await this.version.current(),
      body: toMarkdown(this.guides.for(page), page.origin),
      contentType: `${MARKDOWN}; charset=utf-8`,
    }));
  }
}
