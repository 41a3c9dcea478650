import { Get, Query, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { oldest } from '#libs/directory/src/read-results.js';
import { ApiError } from '#libs/http/src/errors/api-error.js';
import type { CacheableRead } from '#libs/response-cache/src/representation.js';
import { BusinessList } from '../business/business-card.js';
import { feedsAt } from '../feeds/feed.js';
import { Breadcrumbs } from '../layout/breadcrumbs.js';
import type { PageContext } from '../pages/page-context.js';
import { Pages } from '../pages/pages.js';
import type { View } from '../pages/view.js';
import { WebPages } from '../pages/web-pages.decorator.js';
import { FilteredList, filtersOf, isListed, titleWith } from '../search/filtered-list.js';
import { readSearch } from '../search/read-search.js';
import { PAGE_SIZE, searchAddress, type SearchQuery } from '../search/search-query.js';
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
  list(@Query() query: Record<string, unknown>, @Req() request: FastifyRequest): CacheableRead {
    const search = readSearch(query);
    return this.pages.answer(request, (page) => this.view(page, search));
  }

  private async view(page: PageContext, search: SearchQuery): Promise<View> {
    const { t, now } = page;
    const criteria = {
      ...(await this.newest.criteria(search, now)),
      page: search.page,
      limit: PAGE_SIZE,
    };
    const [understood, listing] = await Promise.all([
      this.searches.understand(search, now),
      this.searches.list(criteria, now),
    ]);
    const { items, total, facets } = listing;
    if (items.length === 0 && search.page > 1) {
      throw new ApiError('not_found', 'This page is past the end of the list.');
    }
    const title = titleWith(page, t.newest.title, search, understood);
    const feeds = feedsAt(['atom', 'rss', 'json'], (ending) =>
      searchAddress(`/new${ending}`, filtersOf(search)),
    );
    return {
      version: oldest(understood.version, listing.version),
      title,
      description: t.newest.lead,
      path: searchAddress('/new', { ...filtersOf(search), page: search.page }),
      isIndexed: isListed(search, total),
      feeds,
      until: listing.until,
      body: (
        <>
          <Breadcrumbs page={page} crumbs={[{ name: t.newest.title }]} />
          <FilteredList
            {...{ page, title, search, facets, feeds }}
            path="/new"
            lead={total > 0 ? t.newest.lead : t.newest.none}
            names={understood.names}
          >
            {byDaysAndWeeks(page, items).map((group) => (
              <>
                <h2>{group.title}</h2>
                <BusinessList page={page} items={group.items} />
              </>
            ))}
          </FilteredList>
        </>
      ),
    };
  }
}
