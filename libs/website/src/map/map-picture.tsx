import type { PageContext } from '../pages/page-context.js';
import type { Box } from './clip.js';
import {
  type BaseMapPicture,
  boxOfPlace,
  drawBaseMap,
  frameOf,
  placesIn,
} from './draw-base-map.js';
import { type MapPosition } from './map-address.js';
import type { FoundOnMap, Located, Marker } from './map.service.js';
import { PIXELS_PER_UNIT, TO_PIXELS } from './pen.js';
import { streetNamesIn } from './street-names.js';
import type { StreetPicture } from './street-tiles.js';
import { type MapPoint, MAX_ZOOM, project, type View, viewOf } from './view.js';

interface Properties {
  page: PageContext;
  found: Pick<FoundOnMap, 'view' | 'markers' | 'chosen'>;
  /** True if the map behind the businesses is drawn. The interactive map draws its own. */
  hasMap: boolean;
  /** Streets of `viewBehind`, if there are any. */
  streets: StreetPicture | undefined;
  /** Returns the address of the same search at another position. */
  hrefAt: (position: MapPosition) => string;
  /** Returns the address of the same map with the preview of a business. */
  previewOf: (slug: string) => string;
}

/**
 * A map with businesses as links. A cluster zooms to its businesses, a pin opens a preview of its
 * business.
 */
export function MapPicture({ page, found, hasMap, streets, hrefAt, previewOf }: Properties) {
  const { view, markers, chosen } = found;
  return (
    <svg
      class="map-picture"
      viewBox={`0 0 ${view.width} ${view.height}`}
      role="group"
      aria-label={page.t.map.label}
    >
      {hasMap && <Behind view={view} streets={streets} markers={markers} />}
      <g data-part="markers">
        {markers.map((marker, index) => (
          <MarkerLink {...{ page, view, marker, index, hrefAt, previewOf }} />
        ))}
        {chosen && <ChosenPin page={page} view={view} business={chosen} />}
      </g>
    </svg>
  );
}

/**
 * Shares of the picture's width and height drawn beyond each side, because the space on the screen
 * has another shape.
 */
const BEYOND = { width: 0.2, height: 0.38 };

/** Returns the area drawn behind a picture, which extends beyond it. */
export function viewBehind(view: View): View {
  const width = view.width * (1 + 2 * BEYOND.width);
  return { ...view, width, height: view.height * (1 + 2 * BEYOND.height) };
}

function Behind({ view, streets, markers }: BehindProperties & { markers: readonly Marker[] }) {
  const behind = viewBehind(view);
  const taken = markers.map((marker) => boxOf(marker, behind));
  const right = view.width * BEYOND.width;
  const down = view.height * BEYOND.height;
  // The screen may cut off names beyond the picture.
  const frame = { west: right, north: down, east: right + view.width, south: down + view.height };
  return (
    <g transform={`translate(${-right} ${-down})`}>
      <BaseMap view={behind} {...{ streets, taken, frame }} />
    </g>
  );
}

interface BehindProperties {
  view: View;
  /** Streets of the view, if there are any. */
  streets?: StreetPicture;
  /** Areas without names. */
  taken?: readonly Box[];
  /** Area that names do not leave, by default the view. */
  frame?: Box;
}

/** The map behind the businesses. It is decorative: the links carry all information. */
export function BaseMap({ view, streets, taken = [], frame = frameOf(view) }: BehindProperties) {
  if (streets) return <Streets {...{ streets, taken, frame }} />;
  const { state, borders, counties, lakes, rivers, places } = drawBaseMap(view, taken, frame);
  return (
    <g class="base-map" aria-hidden="true">
      {state === undefined && <rect class="land" width={view.width} height={view.height} />}
      <g transform={TO_PIXELS}>
        {state && <path class="land" d={state} />}
        <path class="water" d={lakes} fill-rule="evenodd" />
        <path class="river" d={rivers} />
        <path class="county-line" d={counties} />
        <path class="state-line" d={borders + (state ?? '')} />
      </g>
      <PlaceNames places={places} />
    </g>
  );
}

function Streets({ streets, taken, frame }: Required<Omit<BehindProperties, 'view'>>) {
  const { view, layers, stretches } = streets;
  const places = placesIn(view, taken, frame);
  const names = streetNamesIn(stretches, [...taken, ...places.map(boxOfPlace)], frame);
  return (
    <g class="base-map streets" aria-hidden="true">
      <rect class="land" width={view.width} height={view.height} />
      <g transform={TO_PIXELS}>
        {layers.map(({ name, path, width }) => (
          <path
            class={width ? `line ${name}` : name}
            d={path}
            stroke-width={width && Math.round(width / PIXELS_PER_UNIT)}
          />
        ))}
      </g>
      {names.map(({ name, x, y, angle }) => (
        <text class="place" transform={`translate(${x} ${y}) rotate(${angle})`}>
          {name}
        </text>
      ))}
      <PlaceNames places={places} />
    </g>
  );
}

function PlaceNames({ places }: Pick<BaseMapPicture, 'places'>) {
  return (
    <>
      {places.map(({ name, x, y, rank }) => (
        <text class={`place rank-${rank}`} x={x} y={y}>
          {name}
        </text>
      ))}
    </>
  );
}

/** The pin of the business in the preview, which may otherwise be part of a cluster. */
function ChosenPin({ page, view, business }: { page: PageContext; view: View; business: Located }) {
  const { x, y } = rounded(project(business.location, view));
  return (
    <a class="pin marked" href={page.href(`/b/${business.slug}`)} aria-label={business.name}>
      <Pin x={x} y={y} />
    </a>
  );
}

interface MarkerProperties extends Omit<Properties, 'found' | 'hasMap' | 'streets'> {
  view: View;
  marker: Marker;
  index: number;
}

function MarkerLink({ page, view, marker, index, hrefAt, previewOf }: MarkerProperties) {
  const { cluster, business } = marker;
  const { x, y } = rounded(project(cluster, view));
  if (business) {
    return (
      <a
        class="pin"
        href={previewOf(business.slug)}
        rel="nofollow"
        aria-label={business.name}
        data-marker={index}
      >
        <title>{business.name}</title>
        <circle class="reach" cx={x} cy={y - 14} r="20" />
        <Pin x={x} y={y} />
      </a>
    );
  }
  const nearer = viewOf(cluster, view.width / 2, view.height / 2);
  const isNearest = nearer.zoom <= view.zoom || view.zoom === MAX_ZOOM;
  const t = page.t.map;
  const count = page.compactNumber(cluster.count);
  return (
    <a
      class="cluster"
      href={isNearest ? '#list' : hrefAt(nearer)}
      aria-label={isNearest ? t.samePlace(count) : t.cluster(count)}
      data-marker={index}
    >
      <circle cx={x} cy={y} r={radiusOf(cluster.count)} />
      <text x={x} y={y}>
        {count}
      </text>
    </a>
  );
}

/** Returns the area of a marker, which must not cover place names. */
function boxOf({ cluster, business }: Marker, view: View): Box {
  const { x, y } = project(cluster, view);
  if (business) return boxOfPin({ x, y });
  const radius = radiusOf(cluster.count);
  return { west: x - radius, north: y - radius, east: x + radius, south: y + radius };
}

/** Returns the area of a pin, which must not cover names. */
export function boxOfPin({ x, y }: MapPoint): Box {
  return { west: x - 12, north: y - 32, east: x + 12, south: y };
}

/** A map pin whose tip is at x and y. */
export function Pin({ x, y }: MapPoint) {
  return (
    <>
      <path class="drop" d={`M${x} ${y}${DROP}`} />
      <circle class="eye" cx={x} cy={y - 20} r="4" />
    </>
  );
}

/** Outline of a drop that starts at its tip. */
const DROP = 'c-3-7-11-11-11-20a11 11 0 0 1 22 0c0 9-8 13-11 20z';

function radiusOf(count: number): number {
  return Math.round(Math.min(30, 18 + 2.5 * Math.log10(count)));
}

export function rounded({ x, y }: MapPoint): MapPoint {
  return { x: Math.round(x), y: Math.round(y) };
}
