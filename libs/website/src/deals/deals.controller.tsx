import { Get, Param, Query } from '@nestjs/common';
import { presentMinute } from '#libs/config/src/clock.js';
import { DealsRepository } from '#libs/deals/src/deals.repository.js';
import { oldest } from '#libs/directory/src/read-results.js';
import type { CacheableRead } from '#libs/response-cache/src/representation.js';
import { offer } from '../linked-data/linked-data.js';
import { findRecord } from '../pages/find-record.js';
import type { PageContext } from '../pages/page-context.js';
import { Pages } from '../pages/pages.js';
import { earliest, type View } from '../pages/view.js';
import { WebPages } from '../pages/web-pages.decorator.js';
import { facetsOf } from '../search/facets-of.js';
import { expectPage, filteredList } from '../search/filtered-list.js';
import { readSearch } from '../search/read-search.js';
import { PAGE_SIZE, type SearchQuery } from '../search/search-query.js';
import { SearchService } from '../search/search.service.js';
import { DealList } from './deal-list.js';
import { DealView } from './deal-view.js';
import { isOver, validityUntil } from './validity.js';

@WebPages()
export class DealsPageController {
  constructor(
    private readonly pages: Pages,
    private readonly searches: SearchService,
    private readonly deals: DealsRepository,
  ) {}

  @Get('deals')
  list(@Query() query: Record<string, unknown>): CacheableRead {
    const search = readSearch(query);
    return this.pages.respond((page) => this.listView(page, search));
  }

  @Get('deals/:slug')
  get(@Param('slug') slug: string): CacheableRead {
    return this.pages.respond(async (page): Promise<View> => {
      const { version, record: deal } = await findRecord(this.deals, 'deal', slug);
      const path = `/deals/${deal.slug}`;
      return {
        version,
        title: `${deal.title} (${deal.business.name})`,
        description: deal.description ?? undefined,
        path,
        movedTo: slug === deal.slug ? undefined : page.href(path),
        isIndexed: !isOver(deal, page.now),
        data: [offer(page, deal)],
        until: validityUntil(deal, page.now),
        crumbs: [{ name: page.t.deals.title, path: '/deals' }, { name: deal.title }],
        body: <DealView page={page} deal={deal} />,
      };
    });
  }

  private async listView(page: PageContext, requested: SearchQuery): Promise<View> {
    const { t, now } = page;
    const interpreted = await this.searches.interpretFilters(requested, now);
    const { search } = interpreted;
    const { category, city } = search;
    const filter = { at: now, category, city };
    const [{ version, items, total }, breakdown] = await Promise.all([
      this.deals.page({ ...filter, page: search.page, limit: PAGE_SIZE }),
      this.deals.breakdown(filter),
    ]);
    expectPage(search.page, total);
    const list = filteredList({
      page,
      path: '/deals',
      texts: t.deals,
      interpreted,
      facets: facetsOf(breakdown),
      feeds: ['atom'],
      children: (
        <>
          {total > 0 && <DealList page={page} deals={items} showsBusiness />}
          <p>
            <a href={page.href('/suggest-deal')}>{t.deals.suggest}</a>
          </p>
        </>
      ),
    });
    return {
      ...list,
      version: oldest(interpreted.version, version, breakdown.version),
      until: earliest(presentMinute(now).end, ...items.map((deal) => validityUntil(deal, now))),
    };
  }
}
