import { Get } from '@nestjs/common';
import { DirectoryVersion } from '#libs/directory/src/directory-version.js';
import { SourcesService } from '#libs/imports/src/sources/sources.service.js';
import type { CacheableRead } from '#libs/response-cache/src/representation.js';
import { Pages } from '../pages/pages.js';
import { WebPages } from '../pages/web-pages.decorator.js';
import { ProseView } from '../prose/prose-view.js';
import type { AboutPage } from './about.en.js';

@WebPages()
export class AboutController {
  constructor(
    private readonly pages: Pages,
    private readonly version: DirectoryVersion,
    private readonly sources: SourcesService,
  ) {}

  @Get('privacy')
  privacy(): CacheableRead {
    return this.answer('privacy');
  }

  @Get('accessibility')
  accessibility(): CacheableRead {
    return this.answer('accessibility');
  }

  @Get('credits')
  credits(): CacheableRead {
    return this.answer('credits');
  }

  private answer(name: AboutPage): CacheableRead {
    return this.pages.respond(async (page) => {
      const { writeTo, askOperator, pages } = page.t.about;
      const { supportEmail } = page;
      const version = await this.version.current();
      const prose = pages[name]({
        contact: supportEmail ? writeTo(supportEmail) : askOperator,
        sources: name === 'credits' ? await this.credited() : [],
      });
      return {
        version,
        title: prose.title,
        description: prose.lead,
        path: `/${name}`,
        crumbs: [{ name: prose.title }],
        body: <ProseView prose={prose} contents={page.t.contents} />,
      };
    });
  }

  private async credited(): Promise<[string, string][]> {
    const attributions = await this.sources.attributions();
    return attributions.map(({ attribution, licence }) => [
      plain(attribution),
      plain(licence ?? ''),
    ]);
  }
}

/** Removes the characters that prose reads as code or links. */
function plain(text: string): string {
  return text.replace(/[`[\]]/g, '');
}
