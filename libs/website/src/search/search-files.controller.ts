import { Get, Query } from '@nestjs/common';
import { BusinessPagesService } from '#libs/businesses/src/formats/business-pages.service.js';
import { MEDIA_TYPES } from '#libs/businesses/src/formats/presentation.js';
import { presentMinute } from '#libs/config/src/clock.js';
import { oldest } from '#libs/directory/src/read-results.js';
import type { CacheableRead } from '#libs/response-cache/src/representation.js';
import { Pages } from '../pages/pages.js';
import { WebPages } from '../pages/web-pages.decorator.js';
import { readSearch } from './read-search.js';
import { MOST_IN_FILE } from './search-query.js';
import { SearchService } from './search.service.js';

type Parameters = Record<string, unknown>;

/** Serves the results of a search as a file, from the first page on. */
@WebPages(MEDIA_TYPES.csv, MEDIA_TYPES.geojson)
export class SearchFilesController {
  constructor(
    private readonly pages: Pages,
    private readonly searches: SearchService,
    private readonly businesses: BusinessPagesService,
  ) {}

  @Get('search.csv')
  csv(@Query() query: Parameters): CacheableRead {
    return this.respond(query, 'csv');
  }

  @Get('search.geojson')
  geojson(@Query() query: Parameters): CacheableRead {
    return this.respond(query, 'geojson');
  }

  private respond(query: Parameters, format: 'csv' | 'geojson'): CacheableRead {
    return this.pages.file(async ({ now }) => {
      const found = await this.searches.interpretForFile(readSearch(query), now);
      const file = await this.businesses.file({ ...found.criteria, limit: MOST_IN_FILE }, format);
      return {
        ...file,
        version: oldest(file.version, found.version),
        until: presentMinute(now).end,
      };
    });
  }
}
