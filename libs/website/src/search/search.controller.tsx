import { Get, Query, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { CacheableRead } from '#libs/response-cache/src/representation.js';
import type { PageContext } from '../pages/page-context.js';
import { EMBED_HEADERS } from '../pages/page-headers.js';
import { Pages } from '../pages/pages.js';
import type { View } from '../pages/view.js';
import { WebPages } from '../pages/web-pages.decorator.js';
import { readSearch } from './read-search.js';
import { PrintedResults } from './printed-results.js';
import { MOST_IN_FILE, searchAddress, type SearchQuery } from './search-query.js';
import { EmbeddedResults, headline, SearchView } from './search-view.js';
import { SearchService } from './search.service.js';

@WebPages()
export class SearchController {
  constructor(
    private readonly pages: Pages,
    private readonly searches: SearchService,
  ) {}

  @Get('search')
  search(@Query() query: Record<string, unknown>, @Req() request: FastifyRequest): CacheableRead {
    const asked = readSearch(query);
    return this.pages.answer(request, async (page) => {
      const found = await this.searches.search(asked, page.now);
      const { search } = found;
      const properties = { page, search, found };
      return {
        version: found.version,
        title: headline(properties),
        path: searchAddress('/search', search),
        isIndexed: isIndexed(search) && found.total > 0,
        form: search,
        until: found.until,
        body: <SearchView {...properties} />,
      };
    });
  }

  /** Serves the first results as a table for printing. */
  @Get('print/search')
  print(@Query() query: Record<string, unknown>, @Req() request: FastifyRequest): CacheableRead {
    const asked = { ...readSearch(query), page: 1 };
    return this.pages.answer(request, async (page) => {
      const found = await this.searches.search(asked, page.now, MOST_IN_FILE);
      const { search } = found;
      const title = headline({ page, search, found });
      return {
        version: found.version,
        title,
        path: searchAddress('/print/search', search),
        isIndexed: false,
        form: search,
        until: found.until,
        body: <PrintedResults page={page} title={title} items={found.items} />,
      };
    });
  }

  /** Serves the first results for a frame on another site. */
  @Get('embed/search')
  embed(@Query() query: Record<string, unknown>, @Req() request: FastifyRequest): CacheableRead {
    const asked = { ...readSearch(query), page: 1 };
    const view = async (page: PageContext): Promise<View> => {
      const found = await this.searches.search(asked, page.now);
      const { search } = found;
      const properties = { page, search, found };
      return {
        version: found.version,
        title: headline(properties),
        path: searchAddress('/embed/search', search),
        isIndexed: false,
        isEmbedded: true,
        until: found.until,
        body: <EmbeddedResults {...properties} />,
      };
    };
    return this.pages.answer(request, view, EMBED_HEADERS);
  }
}

/**
 * Reports whether search engines may list the page. Searches that combine filters are too many to
 * be worth indexing.
 */
function isIndexed(search: SearchQuery): boolean {
  const { q, where, category, city, county, attributes, open, near, sort } = search;
  const set = [q, where, category, city, county, attributes].filter((value) => value !== undefined);
  return set.length <= 1 && open === undefined && near === undefined && sort === undefined;
}
