import { Get, Header, Param, Req, StreamableFile } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { Readable } from 'node:stream';
import { BusinessesRepository } from '#libs/businesses/src/businesses.repository.js';
import {
  type CategoriesInCities,
  CategoriesInCitiesService,
} from '#libs/businesses/src/categories/categories-in-cities.service.js';
import { INITIALS } from '#libs/directory-index/src/criteria.js';
import { Clock, presentMinute } from '#libs/config/src/clock.js';
import { Environment } from '#libs/config/src/environment.js';
import { DealsRepository } from '#libs/deals/src/deals.repository.js';
import { oldest } from '#libs/directory/src/read-results.js';
import { EventsService } from '#libs/events/src/events.service.js';
import { nothingAt } from '#libs/http/src/errors/to-api-error.js';
import type { CacheableRead } from '#libs/response-cache/src/representation.js';
import { CachesResponse } from '#libs/response-cache/src/caches-response.decorator.js';
import { eventsUnlessUnavailable } from '../events/events-unless-unavailable.js';
import { PAGE_CACHING } from '../pages/page-headers.js';
import { SearchService } from '../search/search.service.js';
import { WebFiles } from '../pages/web-pages.decorator.js';
import { type SitemapEntry, sitemap, sitemapIndex, sitemapInPieces } from './sitemap.js';

const XML = 'application/xml; charset=utf-8';

/** Number of days for which the sitemap lists upcoming events. */
const EVENT_DAYS = 90;
const DAY = 86_400_000;
/** Maximum number of events, and of deals, read for the sitemap. */
const MOST_OF_A_KIND = 1000;

const FIXED_PAGES = [
  '/',
  '/categories',
  '/cities',
  '/map',
  '/new',
  '/events',
  '/deals',
  '/developers',
  '/developers/request',
  '/suggest-business',
  '/suggest-event',
  '/suggest-deal',
  '/accessibility',
  '/privacy',
  '/credits',
  '/quality',
];

/** Maximum number of addresses in a sitemap, set by the protocol. */
const PART = 50_000;
/** Number of addresses written at once. */
const SLICE = 2_000;

@WebFiles('/', '*/*')
export class SitemapsController {
  constructor(
    private readonly environment: Environment,
    private readonly businesses: BusinessesRepository,
    private readonly categoriesInCities: CategoriesInCitiesService,
    private readonly searches: SearchService,
    private readonly events: EventsService,
    private readonly deals: DealsRepository,
    private readonly clock: Clock,
  ) {}

  @Get('sitemap.xml')
  @CachesResponse()
  sitemapIndex(): CacheableRead {
    return async () => {
      const [businesses, pairs] = await Promise.all([
        this.businesses.addressParts(),
        this.categoriesInCities.all(),
      ]);
      const names = [
        'pages',
        ...partsOf(pairs).map((part) => `categories-in-cities-${part}`),
        ...businesses.parts,
      ];
      const body = sitemapIndex(names.map((name) => this.absolute(`/sitemap-${name}.xml`)));
      const version = oldest(businesses.version, pairs.version);
      return { version, body, contentType: XML, caching: PAGE_CACHING };
    };
  }

  /** Lists every page except those of businesses and of categories within cities. */
  @Get('sitemap-pages.xml')
  @CachesResponse()
  sitemapOfPages(): CacheableRead {
    return async () => {
      const now = this.clock.now();
      const coming = { from: now, to: new Date(now.getTime() + EVENT_DAYS * DAY) };
      const most = { page: 1, limit: MOST_OF_A_KIND };
      const [whole, events, deals] = await Promise.all([
        this.searches.whole(now),
        eventsUnlessUnavailable(this.events.page(coming, most)),
        this.deals.page({ at: now, isNewestFirst: true, ...most }),
      ]);
      const { categories, cities, counties } = whole;
      const paths = [
        ...FIXED_PAGES,
        ...categories.map(({ slug }) => `/c/${slug}`),
        ...cities.map(({ slug }) => `/in/${slug}`),
        ...counties.map(({ slug }) => `/county/${slug}`),
        ...INITIALS.map((initial) => `/a-z/${initial}`),
        ...new Set(events.items.map(({ slug }) => `/events/${slug}`)),
        ...deals.items.map(({ slug }) => `/deals/${slug}`),
      ];
      const body = sitemap(paths.map((path) => ({ address: this.absolute(path) })));
      return {
        version: oldest(whole.version, events.version, deals.version),
        until: presentMinute(now).end,
        body,
        contentType: XML,
        caching: PAGE_CACHING,
      };
    };
  }

  @Get('sitemap-categories-in-cities-:part.xml')
  @Header('Cache-Control', 'public, max-age=3600')
  async sitemapOfCategoriesInCities(
    @Param('part') name: string,
    @Req() request: FastifyRequest,
  ): Promise<StreamableFile> {
    const pairs = await this.categoriesInCities.all();
    const part = partsOf(pairs).find((each) => String(each) === name);
    if (part === undefined) throw nothingAt(request);
    const pieces = sitemapInPieces(this.landingPages(pairs, part));
    return new StreamableFile(Readable.from(pieces), { type: XML });
  }

  /**
   * Streams the addresses of businesses. The next slice is read once the previous one is sent, so
   * memory holds only one.
   */
  @Get('sitemap-:part.xml')
  @Header('Cache-Control', 'public, max-age=3600')
  async sitemapOfPart(
    @Param('part') name: string,
    @Req() request: FastifyRequest,
  ): Promise<StreamableFile> {
    const { parts } = await this.businesses.addressParts();
    const part = parts.find((each) => String(each) === name);
    if (part === undefined) throw nothingAt(request);
    const pieces = sitemapInPieces(this.businessPages(part));
    return new StreamableFile(Readable.from(pieces), { type: XML });
  }

  private async *businessPages(part: number): AsyncGenerator<SitemapEntry[]> {
    for await (const slice of this.businesses.addressesIn(part)) {
      yield slice.map(({ slug, updatedAt }) => ({
        address: this.absolute(`/b/${slug}`),
        lastChanged: updatedAt,
      }));
    }
  }

  private *landingPages(pairs: CategoriesInCities, part: number): Generator<SitemapEntry[]> {
    const end = Math.min(pairs.total, part * PART);
    for (let start = (part - 1) * PART; start < end; start += SLICE) {
      yield pairs
        .slice(start, Math.min(end, start + SLICE))
        .map(({ category, city }) => ({ address: this.absolute(`/c/${category}/in/${city}`) }));
    }
  }

  /**
   * Returns an absolute address. A place's slug may contain characters that must be encoded (RFC
   * 3986).
   */
  private absolute(path: string): string {
    return this.environment.PUBLIC_URL + encodeURI(path);
  }
}

/** Returns the part numbers, which start at 1. */
function partsOf({ total }: CategoriesInCities): number[] {
  return Array.from({ length: Math.ceil(total / PART) }, (_, index) => index + 1);
}
