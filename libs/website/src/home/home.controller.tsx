import { Get } from '@nestjs/common';
import { BusinessesService } from '#libs/businesses/src/businesses.service.js';
import { DealsRepository } from '#libs/deals/src/deals.repository.js';
import { oldest } from '#libs/directory/src/read-results.js';
import { EventsService } from '#libs/events/src/events.service.js';
import { presentMinute } from '#libs/config/src/clock.js';
import type { CacheableRead } from '#libs/response-cache/src/representation.js';
import { webSite } from '../linked-data/linked-data.js';
import { NewBusinesses } from '../new/new-businesses.service.js';
import { Pages } from '../pages/pages.js';
import { WebPages } from '../pages/web-pages.decorator.js';
import { SearchService } from '../search/search.service.js';
import { HomeView } from './home-view.js';
import { eventsUnlessUnavailable } from '../events/events-unless-unavailable.js';

const NEWEST = 6;
const UPCOMING = 5;
const WEEK = 7 * 86_400_000;

@WebPages()
export class HomeController {
  constructor(
    private readonly pages: Pages,
    private readonly searches: SearchService,
    private readonly businesses: BusinessesService,
    private readonly newest: NewBusinesses,
    private readonly events: EventsService,
    private readonly deals: DealsRepository,
  ) {}

  @Get()
  home(): CacheableRead {
    return this.pages.respond(async (page) => {
      const { now, t } = page;
      const week = { from: now, to: new Date(now.getTime() + WEEK) };
      const newestCriteria = await this.newest.criteria({}, now, true);
      const [whole, newest, events, deals] = await Promise.all([
        this.searches.whole(now),
        this.businesses.list({ ...newestCriteria, limit: NEWEST }),
        eventsUnlessUnavailable(this.events.page(week, { page: 1, limit: UPCOMING })),
        this.deals.page({ at: now, page: 1, limit: UPCOMING }),
      ]);
      return {
        version: oldest(whole.version, newest.version, events.version, deals.version),
        title: t.home.title,
        description: t.tagline,
        path: '/',
        data: [webSite(page)],
        until: presentMinute(now).end,
        body: (
          <HomeView
            {...{ page, whole }}
            newest={newest.items}
            events={events.items}
            deals={deals.items}
          />
        ),
      };
    });
  }
}
