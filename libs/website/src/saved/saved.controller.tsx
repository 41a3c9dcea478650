import { Get, Query } from '@nestjs/common';
import { BusinessesRepository } from '#libs/businesses/src/businesses.repository.js';
import { BusinessesService } from '#libs/businesses/src/businesses.service.js';
import type { BusinessDto } from '#libs/businesses/src/record/business.dto.js';
import { presentMinute } from '#libs/config/src/clock.js';
import type { CacheableRead } from '#libs/response-cache/src/representation.js';
import { BusinessList } from '../business/business-card.js';
import { PinsMap, viewOfPins } from '../map/pins-map.js';
import { type StreetPicture, StreetTiles } from '../map/street-tiles.js';
import type { PageContext } from '../pages/page-context.js';
import { Pages } from '../pages/pages.js';
import { WebPages } from '../pages/web-pages.decorator.js';
import { idsIn, MOST_IN_LIST } from './ids.js';

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

interface SavedProperties {
  page: PageContext;
  /** Current ids of the list, which the browser keeps in place of former ones. */
  ids: readonly string[];
  items: readonly BusinessDto[];
  streets?: StreetPicture;
}

/**
 * A list of businesses with a map. Without ids in the address, `client/saved.element.ts` opens the
 * list that the browser keeps.
 */
function SavedView({ page, ids, items, streets }: SavedProperties) {
  const { title, none, kept } = page.t.saved;
  const { share, copied, print } = page.t.business;
  return (
    <div data-swap>
      <h1 tabIndex={-1}>{title}</h1>
      <mnbd-saved-list data-ids={ids.join()} />
      {items.length === 0 ? (
        <>
          <p class="lead">{none}</p>
          <p>
            <a href={page.href('/categories')}>{page.t.search.loosenCategories}</a>
          </p>
        </>
      ) : (
        <>
          <h2 class="lead">{page.t.businesses(items.length)}</h2>
          <ul class="actions">
            <li>
              <mnbd-share data-press={share} data-copied={copied} />
            </li>
            <li>
              <mnbd-print data-press={print} />
            </li>
          </ul>
          <p class="quiet report">{kept}</p>
          <div class="saved">
            <BusinessList page={page} items={items} />
            <PinsMap page={page} items={items} streets={streets} />
          </div>
        </>
      )}
    </div>
  );
}
