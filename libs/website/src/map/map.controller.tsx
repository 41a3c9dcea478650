import { Get, Query } from '@nestjs/common';
import { Environment } from '#libs/config/src/environment.js';
import type { CacheableRead } from '#libs/response-cache/src/representation.js';
import type { PageContext } from '../pages/page-context.js';
import { mapHeaders } from '../pages/page-headers.js';
import { Pages } from '../pages/pages.js';
import { WebPages } from '../pages/web-pages.decorator.js';
import { expectPage } from '../search/filtered-list.js';
import { readSearch } from '../search/read-search.js';
import { headline } from '../search/search-texts.js';
import { mapAddress, readMapState } from './map-address.js';
import { viewBehind } from './map-picture.js';
import { MapView } from './map-view.js';
import { MapService } from './map.service.js';
import { type StreetMap, streetMapOf } from './street-map.js';
import { StreetTiles } from './street-tiles.js';

@WebPages()
export class MapController {
  private readonly streets: StreetMap | undefined;
  private readonly headers: Record<string, string>;

  constructor(
    private readonly pages: Pages,
    private readonly maps: MapService,
    private readonly streetTiles: StreetTiles,
    environment: Environment,
  ) {
    this.streets = streetMapOf(environment);
    const { address = '' } = this.streets ?? {};
    this.headers = mapHeaders(URL.canParse(address) ? [new URL(address).origin] : []);
  }

  @Get('map')
  map(@Query() query: Record<string, unknown>): CacheableRead {
    const searchQuery = readSearch(query);
    const state = readMapState(query);
    const { position } = state;
    const makeView = async (page: PageContext) => {
      const found = await this.maps.find(searchQuery, state, page.now);
      const { search } = found;
      expectPage(searchQuery.page, found.total);
      // The interactive map, which sends its size, only needs the markers.
      const hasMap = query.size === undefined;
      const drawn = hasMap ? await this.streetTiles.picture(viewBehind(found.view)) : undefined;
      const path = mapAddress('/map', search, position, state.chosen);
      const properties = { page, position, found, streets: this.streets, hasMap, drawn };
      return {
        version: found.version,
        title: `${page.t.nav.map}: ${headline(page, found)}`,
        path,
        isIndexed: path === '/map',
        form: search,
        until: found.until,
        modules: ['map.js'],
        body: <MapView {...properties} />,
      };
    };
    return this.pages.respond(makeView, this.headers);
  }
}
