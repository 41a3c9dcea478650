import { Get, Query } from '@nestjs/common';
import { ApiProduces } from '@nestjs/swagger';
import { BusinessPagesService } from '#libs/businesses/src/formats/business-pages.service.js';
import { MEDIA_TYPES } from '#libs/businesses/src/formats/presentation.js';
import { presentMinute } from '#libs/config/src/clock.js';
import { oldest } from '#libs/directory/src/read-results.js';
import type { CacheableRead } from '#libs/response-cache/src/representation.js';
import type { PageContext } from '../pages/page-context.js';
import { EMBED_HEADERS } from '../pages/page-headers.js';
import { Pages } from '../pages/pages.js';
import type { View } from '../pages/view.js';
import { WebPages } from '../pages/web-pages.decorator.js';
import { expectPage, numberedTitle } from './filtered-list.js';
import { readSearch } from './read-search.js';
import { MOST_IN_FILE, searchAddress } from './search-query.js';
import { headline } from './search-texts.js';
import { EmbeddedResults, PrintedResults, SearchView } from './search-view.js';
import { type Found, SearchService } from './search.service.js';

@WebPages()
export class SearchController {
  constructor(
    private readonly pages: Pages,
    private readonly searches: SearchService,
    private readonly businesses: BusinessPagesService,
  ) {}

  @Get('search')
  search(@Query() query: Record<string, unknown>): CacheableRead {
    const searchQuery = readSearch(query);
    return this.pages.respond(async (page) => {
      const found = await this.searches.search(searchQuery, page.now);
      expectPage(found.search.page, found.total);
      return {
        ...headOf(page, '/search', found),
        isIndexed: isIndexed(found),
        body: <SearchView page={page} found={found} />,
      };
    });
  }

  /** Serves the first results as a table for printing. */
  @Get('print/search')
  print(@Query() query: Record<string, unknown>): CacheableRead {
    const searchQuery = { ...readSearch(query), page: 1 };
    return this.pages.respond(async (page) => {
      const found = await this.searches.search(searchQuery, page.now, MOST_IN_FILE);
      const head = headOf(page, '/print/search', found);
      return {
        ...head,
        isIndexed: false,
        body: <PrintedResults page={page} title={head.title} found={found} />,
      };
    });
  }

  /** Serves the first results for a frame on another site. */
  @Get('embed/search')
  embed(@Query() query: Record<string, unknown>): CacheableRead {
    const searchQuery = { ...readSearch(query), page: 1 };
    const view = async (page: PageContext): Promise<View> => {
      const found = await this.searches.search(searchQuery, page.now);
      return {
        ...headOf(page, '/embed/search', found),
        isIndexed: false,
        isEmbedded: true,
        body: <EmbeddedResults page={page} found={found} />,
      };
    };
    return this.pages.respond(view, EMBED_HEADERS);
  }

  @Get('search.csv')
  @ApiProduces(MEDIA_TYPES.csv)
  csv(@Query() query: Record<string, unknown>): CacheableRead {
    return this.file(query, 'csv');
  }

  @Get('search.geojson')
  @ApiProduces(MEDIA_TYPES.geojson)
  geojson(@Query() query: Record<string, unknown>): CacheableRead {
    return this.file(query, 'geojson');
  }

  /** Returns the results as a file, from the first page on. */
  private file(query: Record<string, unknown>, format: 'csv' | 'geojson'): CacheableRead {
    return this.pages.file(async ({ now }) => {
      const found = await this.searches.interpretForFile(readSearch(query), now);
      const file = await this.businesses.render({ ...found.criteria, limit: MOST_IN_FILE }, format);
      return {
        ...file,
        version: oldest(file.version, found.version),
        until: presentMinute(now).end,
      };
    });
  }
}

/** Returns the parts that all pages of results have. */
function headOf(page: PageContext, path: string, found: Found) {
  const { version, search, until } = found;
  const title = numberedTitle(page, headline(page, found), search.page);
  return {
    version,
    title,
    description: title,
    path: searchAddress(path, search),
    form: search,
    until,
  };
}

/**
 * Reports whether search engines may list the page. Anyone can invent a text or place to search for,
 * and searches that combine filters are too many to be worth indexing.
 */
function isIndexed({ search, place, total }: Found): boolean {
  const { q, where, category, city, county, attributes, open, near, sort } = search;
  const set = [where, category, city, county, attributes]
    .flat()
    .filter((value) => value !== undefined);
  const isNamed = place !== undefined && place.kind !== 'position';
  const isInvented = q !== undefined || (where !== undefined && !isNamed);
  const isPlain = open === undefined && near === undefined && sort === undefined;
  return total > 0 && set.length <= 1 && isPlain && !isInvented;
}
