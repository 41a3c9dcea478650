import { BusinessList } from '../business/business-card.js';
import { PageLinks } from '../layout/page-links.js';
import type { PageContext } from '../pages/page-context.js';
import { Filters, linksOfSearch } from '../search/filters.js';
import { PAGE_SIZE, type SearchQuery } from '../search/search-query.js';
import { ActiveFilters, activeFilters, headline } from '../search/search-view.js';
import { mapAddress, type MapPosition } from './map-address.js';
import { MapControls } from './map-controls.js';
import { MapPicture } from './map-picture.js';
import type { FoundOnMap } from './map.service.js';
import { SHORES_FROM_ZOOM } from './draw-base-map.js';

interface Properties {
  page: PageContext;
  search: SearchQuery;
  /** Where the address says that the map is. */
  position: MapPosition | undefined;
  found: FoundOnMap;
}

/** The map of a search, and beside it a list of the businesses that are in view. */
export function MapView({ page, search, position, found }: Properties) {
  const t = page.t.map;
  const { view, facets, inView, items, place } = found;
  const path = page.href('/map');
  const onFirstPage = { ...search, page: 1 };
  const hrefAt = (to: MapPosition) => mapAddress(path, onFirstPage, to);
  const hrefWith = (changes: Partial<SearchQuery>) =>
    mapAddress(path, { ...onFirstPage, ...changes }, position);
  return (
    <div class="map-page" data-swap>
      <h1 tabIndex={-1}>
        <span role="status">{headline({ page, search, found })}</span>
      </h1>
      <ActiveFilters
        page={page}
        active={activeFilters({ page, search, found })}
        hrefWith={hrefWith}
      />
      <div class="map-and-list">
        <div class="map">
          <MapPicture page={page} found={found} hrefAt={hrefAt} />
          <MapControls page={page} view={view} hrefAt={hrefAt} />
          <div class="map-notes quiet">
            {view.zoom >= SHORES_FROM_ZOOM && <p>{t.rough}</p>}
            <p>{t.credits}</p>
          </div>
        </div>
        <section aria-labelledby="in-view">
          <h2 id="in-view">{t.inView(inView)}</h2>
          <BusinessList page={page} items={items} />
          <PageLinks
            page={page}
            present={search.page}
            last={Math.ceil(inView / PAGE_SIZE)}
            hrefOf={(number) => mapAddress(path, { ...search, page: number }, view)}
          />
        </section>
      </div>
      <Filters
        page={page}
        facets={facets}
        category={search.category}
        links={linksOfSearch(search, place, hrefWith)}
      />
    </div>
  );
}
