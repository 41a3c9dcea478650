import { Get, Query } from '@nestjs/common';
import { oldest } from '#libs/directory/src/read-results.js';
import type { CacheableRead } from '#libs/response-cache/src/representation.js';
import { BusinessList } from '../business/business-card.js';
import type { PageContext } from '../pages/page-context.js';
import { Pages } from '../pages/pages.js';
import type { View } from '../pages/view.js';
import { WebPages } from '../pages/web-pages.decorator.js';
import { expectPage, filteredList } from '../search/filtered-list.js';
import { readSearch } from '../search/read-search.js';
import { PAGE_SIZE, type SearchQuery } from '../search/search-query.js';
import { SearchService } from '../search/search.service.js';
import { byDaysAndWeeks } from './days-and-weeks.js';
import { NewBusinesses } from './new-businesses.service.js';

@WebPages()
export class NewBusinessesController {
  constructor(
    private readonly pages: Pages,
    private readonly searches: SearchService,
    private readonly newest: NewBusinesses,
  ) {}

  @Get('new')
  list(@Query() query: Record<string, unknown>): CacheableRead {
    const search = readSearch(query);
    return this.pages.respond((page) => this.view(page, search));
  }

  private async view(page: PageContext, requested: SearchQuery): Promise<View> {
    const { t, now } = page;
    const interpreted = await this.searches.interpretFilters(requested, now);
    const { search } = interpreted;
    const criteria = {
      ...(await this.newest.criteria(search, now)),
      page: search.page,
      limit: PAGE_SIZE,
    };
    const listing = await this.searches.list(criteria, now);
    const { items, facets } = listing;
    expectPage(search.page, listing.total);
    const list = filteredList({
      page,
      path: '/new',
      texts: t.newest,
      interpreted,
      facets,
      feeds: ['atom', 'rss', 'json'],
      children: byDaysAndWeeks(page, items).map((group) => (
        <>
          <h2>{group.title}</h2>
          <BusinessList page={page} items={group.items} />
        </>
      )),
    });
    const version = oldest(interpreted.version, listing.version);
    return { ...list, version, until: listing.until };
  }
}
