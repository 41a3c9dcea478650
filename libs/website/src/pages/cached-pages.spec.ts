import type { FastifyRequest } from 'fastify';
import type { CategoriesInCitiesService } from '#libs/businesses/src/categories/categories-in-cities.service.js';
import type { BusinessesRepository } from '#libs/businesses/src/businesses.repository.js';
import type { BusinessesService } from '#libs/businesses/src/businesses.service.js';
import type { BusinessPagesService } from '#libs/businesses/src/formats/business-pages.service.js';
import type { CategoryFilters } from '#libs/businesses/src/categories/category-filters.service.js';
import type { BusinessCriteria } from '#libs/directory-index/src/criteria.js';
import { loadEnvironment } from '#libs/config/src/load-environment.js';
import type { DealsRepository } from '#libs/deals/src/deals.repository.js';
import { oldest } from '#libs/directory/src/read-results.js';
import type { DealCriteria } from '#libs/deals/src/list/deal-criteria.js';
import type { DealDto } from '#libs/deals/src/record/deal.dto.js';
import type { EventsService } from '#libs/events/src/events.service.js';
import type { SourcesRepository } from '#libs/imports/src/sources/sources.repository.js';
import type { ImportsService } from '#libs/imports/src/uploads/imports.service.js';
import type { EventCriteria } from '#libs/events/src/list/event-criteria.js';
import type { EventDto } from '#libs/events/src/record/event.dto.js';
import { ApiError } from '#libs/http/src/errors/api-error.js';
import type { CacheableRead } from '#libs/response-cache/src/representation.js';
import { EXAMPLE_BUSINESS, EXAMPLE_EVENT } from '../../../../test/support/examples.ts';
import { ManualClock } from '../../../../test/support/manual-clock.ts';
import { Assets } from '../assets/assets.js';
import { BusinessPageController } from '../business/business.controller.js';
import { DealsPageController } from '../deals/deals.controller.js';
import { EventsPageController } from '../events/events.controller.js';
import { FeedsController } from '../feeds/feeds.controller.js';
import { HomeController } from '../home/home.controller.js';
import { StreetTiles } from '../map/street-tiles.js';
import { ListingsController } from '../landing/listings.controller.js';
import { SitemapsController } from '../site-files/sitemaps.controller.js';
import { NewBusinesses } from '../new/new-businesses.service.js';
import { NewBusinessesController } from '../new/new.controller.js';
import { SearchController } from '../search/search.controller.js';
import { SearchService } from '../search/search.service.js';
import { Pages } from './pages.js';

/** Evening of Saturday, November 21 in Minnesota, which is already Sunday in UTC. */
const EVENING = '2026-11-22T03:34:56.789Z';
const AFTERNOON = '2026-11-21T20:34:56.789Z';
const SATURDAY = '2026-11-21T06:00:00.000Z';
const SUNDAY = '2026-11-22T06:00:00.000Z';
const MINUTE = '2026-11-22T03:35:00.000Z';

const EVENT: EventDto = {
  ...EXAMPLE_EVENT,
  startsAt: '2026-11-22T01:00:00.000Z',
  endsAt: '2026-11-22T04:00:00.000Z',
};
const DEAL: DealDto = {
  id: EXAMPLE_BUSINESS.id,
  slug: 'rolls',
  title: 'Rolls',
  description: null,
  code: null,
  website: null,
  categories: [],
  city: null,
  terms: null,
  url: '/api/v1/deals/rolls',
  removedAt: null,
  business: { id: EXAMPLE_BUSINESS.id, slug: EXAMPLE_BUSINESS.slug, name: EXAMPLE_BUSINESS.name },
  startsAt: '2026-11-01T06:00:00.000Z',
  endsAt: '2026-11-22T03:34:58.000Z',
  createdAt: EXAMPLE_BUSINESS.createdAt,
  updatedAt: EXAMPLE_BUSINESS.updatedAt,
};

const REQUEST = { url: '/', context: {} } as FastifyRequest;

describe('cached pages', () => {
  /** Versions of sources that differ from the default, and names of the sources that were read. */
  let versions: Record<string, string>;
  let read: Set<string>;
  let events: EventDto[];
  let deals: DealDto[];
  let askedEvents: EventCriteria[];
  let askedDeals: DealCriteria[];
  let askedBusinesses: BusinessCriteria[];
  /** Error thrown by the events service. */
  let failure: Error | undefined;

  beforeEach(() => {
    versions = {};
    read = new Set();
    [events, deals, failure] = [[EVENT], [], undefined];
    [askedEvents, askedDeals, askedBusinesses] = [[], [], []];
  });

  const versionOf = (source: string) => {
    read.add(source);
    return versions[source] ?? '9';
  };
  const breakdownAt = (source: string) => ({
    version: versionOf(source),
    categories: [],
    byCategories: [],
    byCity: [],
  });

  /** Creates all controllers at a given time, with made-up sources. */
  const website = (now: string) => {
    const clock = new ManualClock(Date.parse(now));
    const environment = loadEnvironment({});
    const pages = new Pages(clock, environment, new Assets());
    const city = { slug: 'duluth', name: 'Duluth', count: 1 };
    const counted = () => ({
      version: versionOf('facets'),
      total: 1,
      openNow: 1,
      categories: [],
      counties: [],
      attributes: [],
      cities: [city],
    });
    const businesses = {
      list: async (criteria: BusinessCriteria) => {
        askedBusinesses.push(criteria);
        const items = [EXAMPLE_BUSINESS];
        const facets = counted();
        const version = oldest(versionOf('list'), facets.version);
        return { version, items, total: 1, corrected: null, facets };
      },
      facets: async () => counted(),
      find: async () => ({ version: versionOf('business'), record: EXAMPLE_BUSINESS }),
      byNumbers: async () => ({ version: versionOf('numbers'), items: [] }),
    } as unknown as BusinessesService;
    const ofEvents = {
      page: async (criteria: EventCriteria) => {
        askedEvents.push(criteria);
        if (failure) throw failure;
        return { version: versionOf('events'), items: events, total: events.length };
      },
      days: async (_criteria: EventCriteria, days: unknown[]) => ({
        version: versionOf('days'),
        days: days.map(() => ({ items: [], total: 0 })),
      }),
      breakdown: async () => breakdownAt('breakdown of events'),
      calendar: async (criteria: EventCriteria) => {
        askedEvents.push(criteria);
        return { version: versionOf('calendar'), events };
      },
      find: async () => ({ version: versionOf('event'), record: EVENT }),
      next: async () => undefined,
      isCanceled: async () => false,
    } as unknown as EventsService;
    const ofDeals = {
      page: async (criteria: DealCriteria) => {
        askedDeals.push(criteria);
        return { version: versionOf('deals'), items: deals, total: deals.length };
      },
      breakdown: async () => breakdownAt('breakdown of deals'),
      find: async () => ({ version: versionOf('deal'), record: DEAL }),
    } as unknown as DealsRepository;
    const streets = new StreetTiles(environment);
    const searches = new SearchService(businesses, {} as CategoryFilters);
    const imports = { bulks: async () => [] } as unknown as ImportsService;
    const sources = { namedFor: async () => [] } as unknown as SourcesRepository;
    const newest = new NewBusinesses(searches, imports);
    const calendar = new EventsPageController(pages, searches, ofEvents, streets);
    const dealPages = new DealsPageController(pages, searches, ofDeals);
    const feeds = new FeedsController(pages, searches, businesses, newest, ofDeals);
    const listings = new ListingsController(pages, searches, {} as CategoryFilters);
    const sitemaps = new SitemapsController(
      environment,
      {} as BusinessesRepository,
      {} as CategoriesInCitiesService,
      searches,
      ofEvents,
      ofDeals,
      clock,
    );
    const routes = {
      home: () => new HomeController(pages, searches, businesses, newest, ofEvents, ofDeals).home(),
      business: () =>
        new BusinessPageController(pages, businesses, ofDeals, ofEvents, streets, sources).get(
          EXAMPLE_BUSINESS.slug,
          {},
        ),
      search: () => new SearchController(pages, searches, {} as BusinessPagesService).search({}),
      city: () => listings.city({ city: 'duluth' }, {}),
      new: () => new NewBusinessesController(pages, searches, newest).list({}),
      'next weeks': () => calendar.calendar({}),
      month: () => calendar.calendar({ month: '2026-11' }),
      'month to come': () => calendar.calendar({ month: '2026-12' }),
      'day to come': () => calendar.calendar({ day: '2026-12-24' }),
      event: () => calendar.get(EVENT.slug),
      subscription: () => calendar.subscription({}),
      deals: () => dealPages.list({}),
      deal: () => dealPages.get('rolls'),
      'feed of new businesses': () => feeds.newAsAtom({}),
      'feed of deals': () => feeds.dealsAsAtom({}),
      sitemap: () => sitemaps.sitemapOfPages(),
    } satisfies Record<string, () => CacheableRead>;
    return routes;
  };
  type Route = keyof ReturnType<typeof website>;
  const get = (route: Route, now: string) => website(now)[route]()(REQUEST);
  const until = async (route: Route, now = EVENING) => (await get(route, now)).until?.toISOString();

  it.each<Route>([
    'home',
    'business',
    'search',
    'city',
    'new',
    'next weeks',
    'month',
    'deals',
    'sitemap',
    'feed of deals',
  ])('expire with the current minute if they show what is open or current: %s', async (route) => {
    expect(await until(route)).toBe(MINUTE);
  });

  it.each<Route>(['month to come', 'day to come'])(
    'expire with the day, in Minnesota or in UTC, whichever ends first: %s',
    async (route) => {
      expect(await until(route, EVENING)).toBe(SUNDAY);
      expect(await until(route, AFTERNOON)).toBe('2026-11-22T00:00:00.000Z');
    },
  );

  it('expire when their event ends, or at the end of the day if it is over', async () => {
    expect(await until('event')).toBe(EVENT.endsAt);
    events = [];
    expect(await until('event', EVENT.endsAt)).toBe(SUNDAY);
  });

  it('expire with the day in Minnesota for a feed of new businesses', async () => {
    expect(await until('feed of new businesses')).toBe(SUNDAY);
  });

  it('name the last day of a deal in its feed, which readers keep', async () => {
    deals = [DEAL];
    expect((await get('feed of deals', EVENING)).body).toContain('Until November 21, 2026');
  });

  it.each<Route>(['deals', 'deal'])('expire when a deal ends: %s', async (route) => {
    deals = [DEAL];
    expect(await until(route)).toBe(DEAL.endsAt);
  });

  it('cover events from today to a year ahead in Minnesota for a subscription', async () => {
    expect(await until('subscription', EVENING)).toBe(SUNDAY);
    expect(await until('subscription', AFTERNOON)).toBe(SUNDAY);
    const year = { from: new Date(SATURDAY), to: new Date('2027-11-21T06:00:00.000Z') };
    expect(askedEvents).toMatchObject([year, year]);
  });

  it('list the rest of the current month from the current minute and show the whole month', async () => {
    const lastEvening = '2026-12-01T05:59:30.000Z';
    const { body } = await get('month', lastEvening);
    expect(body).toContain('<title>Events in November 2026');
    expect(askedEvents).toMatchObject([
      { from: new Date('2026-12-01T05:59:00.000Z'), to: new Date('2026-12-01T06:00:00.000Z') },
    ]);
    await get('month to come', lastEvening);
    expect(askedEvents[1]).toMatchObject({
      from: new Date('2026-12-01T06:00:00.000Z'),
      to: new Date('2027-01-01T06:00:00.000Z'),
    });
    await get('next weeks', lastEvening);
    expect(askedEvents[2]).toMatchObject({
      from: new Date('2026-12-01T05:59:00.000Z'),
      to: new Date('2027-01-03T06:00:00.000Z'),
    });
  });

  it("show the business's own events and deals for sixty days", async () => {
    await get('business', EVENING);
    const business = [EXAMPLE_BUSINESS.id];
    const to = new Date(Date.parse(EVENING) + 60 * 86_400_000);
    expect(askedEvents).toEqual([{ from: new Date(EVENING), to, business }]);
    expect(askedDeals).toEqual([{ at: new Date(EVENING), business, page: 1, limit: 3 }]);
  });

  it.each<Route>(['home', 'business', 'event', 'sitemap'])(
    'omit events and are not cached while occurrences are being computed: %s',
    async (route) => {
      failure = new ApiError('unavailable', 'Occurrences are being computed.');
      expect((await get(route, EVENING)).version).toBe('0');
      failure = new Error('The database is unavailable.');
      await expect(get(route, EVENING)).rejects.toBe(failure);
    },
  );

  it('list new businesses of eight weeks in Minnesota time', async () => {
    await get('new', EVENING);
    expect(askedBusinesses[0]!.newSince).toEqual({
      // Daylight saving time applies on that day.
      created: new Date('2026-09-26T05:00:00.000Z'),
      bulks: [],
      established: Date.parse('2026-09-26') / 86_400_000,
    });
  });

  it.each(Object.keys(website(EVENING)) as Route[])(
    'have the version of their oldest source: %s',
    async (route) => {
      expect((await get(route, EVENING)).version).toBe('9');
      expect(read.size).toBeGreaterThan(0);
      for (const source of read) {
        versions = { [source]: '8' };
        expect([source, (await get(route, EVENING)).version]).toEqual([source, '8']);
      }
    },
  );
});
