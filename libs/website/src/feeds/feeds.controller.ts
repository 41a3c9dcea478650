import { Get, Query } from '@nestjs/common';
import { presentMinute } from '#libs/config/src/clock.js';
import { BusinessesService } from '#libs/businesses/src/businesses.service.js';
import { DealsRepository } from '#libs/deals/src/deals.repository.js';
import { oldest } from '#libs/directory/src/read-results.js';
import { endOfToday } from '#libs/geography/src/local-date.js';
import type { CacheableRead } from '#libs/response-cache/src/representation.js';
import { inLine } from '../contact/contact-details.js';
import { validUntil } from '../deals/validity.js';
import { NewBusinesses } from '../new/new-businesses.service.js';
import type { PageContext } from '../pages/page-context.js';
import { Pages } from '../pages/pages.js';
import { WebPages } from '../pages/web-pages.decorator.js';
import { titleWith } from '../search/filtered-list.js';
import { readSearch } from '../search/read-search.js';
import { searchAddress, type SearchQuery } from '../search/search-query.js';
import { SearchService } from '../search/search.service.js';
import { FEED_FORMATS, type FeedContent, type FeedFormat, writeFeed } from './feed.js';

/** Maximum number of entries in a feed. The latest ones are kept. */
const ENTRIES = 50;

/** Types that some feed readers accept instead of those of the formats. */
const GENERAL_TYPES = ['application/xml', 'text/xml', 'application/json'];

type Parameters = Record<string, unknown>;

@WebPages(...Object.values(FEED_FORMATS).map(({ type }) => type), ...GENERAL_TYPES)
export class FeedsController {
  constructor(
    private readonly pages: Pages,
    private readonly searches: SearchService,
    private readonly businesses: BusinessesService,
    private readonly newest: NewBusinesses,
    private readonly deals: DealsRepository,
  ) {}

  @Get('deals.atom')
  dealsAsAtom(@Query() query: Parameters): CacheableRead {
    return this.respond(query, 'deals', 'atom');
  }

  @Get('new.atom')
  newAsAtom(@Query() query: Parameters): CacheableRead {
    return this.respond(query, 'new', 'atom');
  }

  @Get('new.rss')
  newAsRss(@Query() query: Parameters): CacheableRead {
    return this.respond(query, 'new', 'rss');
  }

  @Get('new.json')
  newAsJson(@Query() query: Parameters): CacheableRead {
    return this.respond(query, 'new', 'json');
  }

  private respond(query: Parameters, list: 'new' | 'deals', format: FeedFormat): CacheableRead {
    return this.pages.file(async (page) => {
      const requested = { ...readSearch(query), page: 1 };
      const interpreted = await this.searches.interpretFilters(requested, page.now);
      const { search } = interpreted;
      const { version, entries, until } =
        list === 'new' ? await this.ofNew(page, search) : await this.ofDeals(page, search);
      const { title, lead } = list === 'new' ? page.t.newest : page.t.deals;
      const content = {
        title: titleWith(page, title, interpreted),
        description: lead,
        path: searchAddress(`/${list}`, search),
        feedPath: searchAddress(`/${list}.${format}`, search),
        entries,
      };
      return {
        version: oldest(version, interpreted.version),
        until,
        body: writeFeed(page, format, content),
        contentType: `${FEED_FORMATS[format].type}; charset=utf-8`,
      };
    });
  }

  private async ofNew(page: PageContext, search: SearchQuery): Promise<Found> {
    const criteria = await this.newest.criteria(search, page.now, true);
    const { version, items } = await this.businesses.list({ ...criteria, limit: ENTRIES });
    return {
      version,
      until: endOfToday(page.now),
      entries: items.map(({ id, slug, name, categories, address, description, ...times }) => ({
        id: `urn:uuid:${id}`,
        path: `/b/${slug}`,
        title: inLine(name, address.city),
        text: [page.categoryNames(categories), description],
        published: new Date(times.createdAt),
        updated: new Date(times.updatedAt),
      })),
    };
  }

  private async ofDeals(page: PageContext, { category, city }: SearchQuery): Promise<Found> {
    const filter = { at: page.now, category, city, isNewestFirst: true };
    const { version, items } = await this.deals.page({ ...filter, page: 1, limit: ENTRIES });
    return {
      version,
      entries: items.map((deal) => ({
        id: `urn:uuid:${deal.id}`,
        path: `/deals/${deal.slug}`,
        title: `${deal.title} (${deal.business.name})`,
        text: [deal.description, validUntil(page, deal), deal.code && page.t.deals.code(deal.code)],
        published: new Date(deal.startsAt),
        // A deal enters the feed when it begins, even if it was last edited long before.
        updated: new Date(deal.updatedAt > deal.startsAt ? deal.updatedAt : deal.startsAt),
      })),
      until: presentMinute(page.now).end,
    };
  }
}

interface Found extends Pick<FeedContent, 'entries'> {
  version: string;
  until: Date;
}
