import { Get, Query } from '@nestjs/common';
import { BusinessesRepository } from '#libs/businesses/src/businesses.repository.js';
import { BusinessesService } from '#libs/businesses/src/businesses.service.js';
import { presentMinute } from '#libs/config/src/clock.js';
import type { CacheableRead } from '#libs/response-cache/src/representation.js';
import { viewOfPins } from '../map/pins-map.js';
import { StreetTiles } from '../map/street-tiles.js';
import { Pages } from '../pages/pages.js';
import { WebPages } from '../pages/web-pages.decorator.js';
import { idsIn, MOST_IN_LIST } from './ids.js';
import { SavedView } from './saved-view.js';

/**
 * Serves a list of businesses that a visitor put together. The list is in its address; the server
 * stores nothing.
 */
@WebPages()
export class SavedController {
  constructor(
    private readonly pages: Pages,
    private readonly businesses: BusinessesService,
    private readonly repository: BusinessesRepository,
    private readonly streets: StreetTiles,
  ) {}

  @Get('list')
  list(@Query() query: Record<string, unknown>): CacheableRead {
    const given = typeof query.ids === 'string' ? idsIn(query.ids) : [];
    return this.pages.respond(async (page) => {
      // The id of a merged business leads to the other.
      const named = await this.repository.resolve(given);
      const ids = [...new Set(named.map(({ text, id }) => id ?? text))];
      const found = await this.businesses.list({
        ids,
        page: 1,
        limit: MOST_IN_LIST,
        sort: 'name',
        status: 'any',
      });
      const streets = await this.streets.picture(viewOfPins(found.items));
      return {
        version: found.version,
        title: page.t.saved.title,
        path: ids.length > 0 ? `/list?ids=${ids.join()}` : '/list',
        isIndexed: false,
        // Businesses open and close by the minute.
        until: presentMinute(page.now).end,
        body: <SavedView page={page} ids={ids} items={found.items} streets={streets} />,
      };
    });
  }
}
