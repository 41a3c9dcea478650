import { BOUNDS } from '#libs/geography/src/bounds.js';
import { BusinessCard } from '../business/business-card.js';
import { OpeningLabel } from '../business/opening-label.js';
import { CallButton, DirectionsButton, streetAndCity } from '../contact/contact-details.js';
import { Icon } from '../layout/icon.js';
import { PageLinks } from '../layout/page-links.js';
import type { PageContext } from '../pages/page-context.js';
import { FilterBar, linksOfSearch } from '../search/filters.js';
import type { SearchQuery } from '../search/search-query.js';
import { headline } from '../search/search-texts.js';
import {
  ActiveFilters,
  activeFilters,
  Loosen,
  OmittedByHours,
  Remarks,
} from '../search/search-view.js';
import { BARE_FROM_ZOOM } from './coarse.js';
import { mapAddress, type MapPosition } from './map-address.js';
import { MapPicture } from './map-picture.js';
import { type FoundOnMap, type Located, markerOf } from './map.service.js';
import type { StreetMap } from './street-map.js';
import type { StreetPicture } from './street-tiles.js';
import { MAX_ZOOM, MIN_ZOOM, STEPS, type View, viewOf } from './view.js';

interface Properties {
  page: PageContext;
  /** Position from the address. */
  position: MapPosition | undefined;
  found: FoundOnMap;
  streets: StreetMap | undefined;
  /** True if the map behind the businesses is drawn. */
  hasMap: boolean;
  /** Streets in the server's picture. */
  drawn: StreetPicture | undefined;
}

/**
 * The map of a search, next to a list of the businesses in view. If the browser supports it,
 * `client/map.ts` makes the map interactive and keeps the parts with `data-part` up to date.
 */
export function MapView({ page, position, found, streets, hasMap, drawn }: Properties) {
  const t = page.t.map;
  const { search, view, facets, inView, items, markers, chosen } = found;
  const path = page.href('/map');
  const onFirstPage = { ...search, page: 1 };
  const hrefAt = (to: MapPosition) => mapAddress(path, onFirstPage, to);
  const hrefWith = (changes: Partial<SearchQuery>) =>
    mapAddress(path, { ...onFirstPage, ...changes }, position);
  const active = activeFilters(page, found);
  const behind = streets ?? { kind: 'base-map', address: page.assets.url('base-map.topo.json') };
  const previewOf = (slug?: string) => mapAddress(path, search, view, slug);
  return (
    <div class="map-page" data-swap>
      <div class="map-head">
        <h1 tabIndex={-1}>
          <span aria-live="polite" data-part="headline">
            {headline(page, found)}
          </span>
        </h1>
        <div data-part="filters">
          <FilterBar
            page={page}
            facets={facets}
            category={search.category}
            links={linksOfSearch(found, hrefWith)}
          />
        </div>
        <div data-part="active">
          <Remarks page={page} found={found} />
          <ActiveFilters page={page} active={active} hrefWith={hrefWith} />
          <OmittedByHours page={page} found={found} hrefWith={hrefWith} />
        </div>
      </div>
      <a class="skip" href="#list">
        {t.skip}
      </a>
      <div class="map-and-list">
        <div
          class="map"
          data-latitude={view.latitude}
          data-longitude={view.longitude}
          data-zoom={view.zoom}
          data-worker={page.assets.url('maplibre-gl-worker.js')}
          {...{ [`data-${behind.kind}`]: behind.address }}
        >
          <MapPicture {...{ page, found, hasMap, hrefAt, previewOf }} streets={drawn} />
          <div class="search-as-i-move" hidden>
            <label>
              <input type="checkbox" checked /> {t.searchAsIMove}
            </label>
            <button type="button" hidden>
              {t.searchHere}
            </button>
          </div>
          <div data-part="controls">
            <MapControls page={page} view={view} hrefAt={hrefAt} />
            <div class="map-notes quiet">
              {view.zoom >= BARE_FROM_ZOOM && !drawn && <p class="rough">{t.rough}</p>}
              <p>{drawn?.credits || t.credits}</p>
            </div>
          </div>
          <div data-part="preview">
            {chosen && <Preview page={page} business={chosen} closeHref={previewOf()} />}
          </div>
        </div>
        <section class="map-list" aria-labelledby="list">
          <h2 id="list" tabIndex={-1}>
            {t.list}
          </h2>
          <div data-part="list">
            {found.total === 0 && (
              <Loosen page={page} where={search.where} active={active} hrefWith={hrefWith} />
            )}
            <ul class="cards">
              {items.map((business) => (
                <li data-marker={markerOf(markers, business)}>
                  <BusinessCard page={page} business={business} href={previewOf(business.slug)} />
                </li>
              ))}
            </ul>
            <PageLinks
              page={page}
              present={search.page}
              total={inView}
              hrefOf={(number) => mapAddress(path, { ...search, page: number }, view)}
            />
          </div>
        </section>
      </div>
    </div>
  );
}

interface PreviewProperties {
  page: PageContext;
  business: Located;
  /** Address of the map without the preview. */
  closeHref: string;
}

/** A business on the map: its name, status, address and actions. */
function Preview({ page, business, closeHref }: PreviewProperties) {
  const { slug, name, categories, phone } = business;
  return (
    <section class="preview" aria-labelledby="preview">
      <h2 id="preview" tabIndex={-1}>
        <bdi>{name}</bdi>
      </h2>
      <a class="close" href={closeHref} rel="nofollow" aria-label={page.t.map.close}>
        <Icon name="x" />
      </a>
      <p class="quiet">{page.categoryNames(categories)}</p>
      <p>
        <OpeningLabel page={page} business={business} />
      </p>
      <p>
        <bdi>{streetAndCity(business)}</bdi>
      </p>
      <ul class="actions in-row">
        <CallButton page={page} phone={phone} />
        <DirectionsButton page={page} business={business} />
        <li>
          <a class="button" href={page.href(`/b/${slug}`)}>
            <Icon name="store" />
            <span>{page.t.map.open}</span>
          </a>
        </li>
      </ul>
    </section>
  );
}

interface ControlsProperties {
  page: PageContext;
  view: View;
  hrefAt: (position: MapPosition) => string;
}

/** Links that pan and zoom the map by a step. */
function MapControls({ page, view, hrefAt }: ControlsProperties) {
  const t = page.t.map;
  const { width, height } = view;
  const step = (icon: string, label: string) => ({ icon, label, to: STEPS[icon]!(view) });
  const controls = [
    step('arrow-left', t.west),
    step('arrow-up', t.north),
    step('arrow-down', t.south),
    step('arrow-right', t.east),
    ...(view.zoom < MAX_ZOOM ? [step('plus', t.zoomIn)] : []),
    ...(view.zoom > MIN_ZOOM ? [step('minus', t.zoomOut)] : []),
    { icon: 'house', label: t.whole, to: viewOf(BOUNDS, width, height) },
  ];
  return (
    <nav class="map-controls" aria-label={t.controls}>
      {controls.map(({ icon, label, to }) => (
        <a
          class={icon}
          href={hrefAt(to)}
          aria-label={label}
          rel="nofollow"
          data-step={icon in STEPS ? icon : undefined}
        >
          <Icon name={icon} />
        </a>
      ))}
    </nav>
  );
}
