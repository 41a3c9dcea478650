import { Get, Query, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { presentMinute } from '#libs/config/src/clock.js';
import { BusinessesService } from '#libs/businesses/src/businesses.service.js';
import { DealsRepository } from '#libs/deals/src/deals.repository.js';
import { oldest } from '#libs/directory/src/read-results.js';
import type { CacheableRead } from '#libs/response-cache/src/representation.js';
import { validity } from '../deals/validity.js';
import { NewBusinesses } from '../new/new-businesses.service.js';
import type { PageContext } from '../pages/page-context.js';
import { Pages } from '../pages/pages.js';
import { WebPages } from '../pages/web-pages.decorator.js';
import { filtersOf, titleWith } from '../search/filtered-list.js';
import { readSearch } from '../search/read-search.js';
import { searchAddress } from '../search/search-query.js';
import { SearchService } from '../search/search.service.js';
import { FEED_FORMATS, type FeedContent, type FeedFormat, writeFeed } from './feed.js';

/** Maximum number of entries in a feed. The latest ones are kept. */
const ENTRIES = 50;

type Parameters = Record<string, unknown>;

@WebPages(...Object.values(FEED_FORMATS).map(({ type }) => type))
export class FeedsController {
  constructor(
    private readonly pages: Pages,
    private readonly searches: SearchService,
    private readonly businesses: BusinessesService,
    private readonly newest: NewBusinesses,
    private readonly deals: DealsRepository,
  ) {}

  @Get('deals.atom')
  dealsAsAtom(@Query() query: Parameters, @Req() request: FastifyRequest): CacheableRead {
    return this.respond(request, 'atom', (page) => this.ofDeals(page, query));
  }

  @Get('new.atom')
  newAsAtom(@Query() query: Parameters, @Req() request: FastifyRequest): CacheableRead {
    return this.respond(request, 'atom', (page) => this.ofNew(page, query, '.atom'));
  }

  @Get('new.rss')
  newAsRss(@Query() query: Parameters, @Req() request: FastifyRequest): CacheableRead {
    return this.respond(request, 'rss', (page) => this.ofNew(page, query, '.rss'));
  }

  @Get('new.json')
  newAsJson(@Query() query: Parameters, @Req() request: FastifyRequest): CacheableRead {
    return this.respond(request, 'json', (page) => this.ofNew(page, query, '.json'));
  }

  private async ofNew(page: PageContext, query: Parameters, ending: string): Promise<Found> {
    const interpreted = await this.searches.interpret(
      { ...filtersOf(readSearch(query)), page: 1 },
      page.now,
    );
    const { search } = interpreted;
    const criteria = await this.newest.criteria(search, page.now, true);
    const { version, items } = await this.businesses.list({ ...criteria, limit: ENTRIES });
    const { title, lead } = page.t.newest;
    return {
      version: oldest(version, interpreted.version),
      title: titleWith(page, title, search, interpreted),
      description: lead,
      path: searchAddress('/new', filtersOf(search)),
      feedPath: searchAddress(`/new${ending}`, filtersOf(search)),
      entries: items.map(({ id, slug, name, categories, address, description, ...times }) => ({
        id: `urn:uuid:${id}`,
        path: `/b/${slug}`,
        title: address.city ? `${name}, ${address.city}` : name,
        text: [
          categories.map((category) => page.categoryName(category.name)).join(', '),
          description,
        ],
        published: new Date(times.createdAt),
        updated: new Date(times.updatedAt),
      })),
    };
  }

  private async ofDeals(page: PageContext, query: Parameters): Promise<Found> {
    const interpreted = await this.searches.interpret(
      { ...filtersOf(readSearch(query)), page: 1 },
      page.now,
    );
    const { search } = interpreted;
    const { category, city } = search;
    const { version, items } = await this.deals.page({
      at: page.now,
      ...(category && { category }),
      ...(city && { city }),
      page: 1,
      limit: ENTRIES,
      isNewestFirst: true,
    });
    const { title, lead } = page.t.deals;
    return {
      version: oldest(version, interpreted.version),
      title: titleWith(page, title, search, interpreted),
      description: lead,
      path: searchAddress('/deals', filtersOf(search)),
      feedPath: searchAddress('/deals.atom', filtersOf(search)),
      entries: items.map((deal) => ({
        id: `urn:uuid:${deal.id}`,
        path: `/deals/${deal.slug}`,
        title: `${deal.title} (${deal.business.name})`,
        text: [deal.description, validity(page, deal), deal.code && page.t.deals.code(deal.code)],
        published: new Date(deal.startsAt),
        updated: new Date(deal.updatedAt),
      })),
      until: presentMinute(page.now).end,
    };
  }

  private respond(
    request: FastifyRequest,
    format: FeedFormat,
    find: (page: PageContext) => Promise<Found>,
  ): CacheableRead {
    return this.pages.file(request, async (page) => {
      const { version, until, ...content } = await find(page);
      const contentType = `${FEED_FORMATS[format].type}; charset=utf-8`;
      return { version, until, body: writeFeed(page, format, content), contentType };
    });
  }
}

interface Found extends FeedContent {
  version: string;
  until?: Date;
}
