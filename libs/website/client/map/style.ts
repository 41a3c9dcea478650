import type { StyleSpecification } from 'maplibre-gl';
import { feature } from 'topojson-client';
import { SMOOTH_FROM_ZOOM, smooth } from '../../src/map/coarse.ts';
import type { GeometryCollection, GeometryObject, Topology } from 'topojson-specification';

/** Shapes with the zoom from which they are too coarse. */
interface Shapes extends GeometryCollection {
  geometries: (GeometryObject & { properties: { until: number } })[];
}

type BaseMap = Topology<
  Record<'water' | 'rivers' | 'counties' | 'state' | 'borders', Shapes> &
    Record<'places', GeometryCollection>
>;

type Layer = StyleSpecification['layers'][number];
type SymbolLayer = Extract<Layer, { type: 'symbol' }>;
type SymbolLayout = NonNullable<SymbolLayer['layout']>;

/** Difference in zoom levels: MapLibre's tiles are 512 pixels wide. */
export const ZOOM_OFFSET = 1;

/** Returns the style of the operator's map, or of the built-in map if none is configured. */
export async function styleOf({ dataset }: HTMLElement): Promise<StyleSpecification> {
  const { pmtiles, mapStyle, tiles, baseMap } = dataset;
  if (pmtiles) {
    const { streetStyle } = await import('./street-style.ts');
    return streetStyle(new URL(pmtiles, location.href).href);
  }
  // Read here, because MapLibre would wait forever for an unreachable style.
  if (mapStyle) return readJson<StyleSpecification>(mapStyle);
  return tiles ? tileStyle(tiles) : baseStyle(baseMap!);
}

async function readJson<T>(address: string): Promise<T> {
  return (await (await fetch(address)).json()) as T;
}

function tileStyle(tiles: string): StyleSpecification {
  return {
    version: 8,
    sources: { tiles: { type: 'raster', tiles: [tiles], tileSize: 256, maxzoom: 19 } },
    layers: [{ id: 'tiles', type: 'raster', source: 'tiles' }],
  };
}

/**
 * Returns the style of the built-in map, which shows land, water, borders and city names like the
 * server's picture.
 *
 * @param address address of the map data
 */
async function baseStyle(address: string): Promise<StyleSpecification> {
  const map = await readJson<BaseMap>(address);
  const { water, rivers, counties, state, borders, places } = map.objects;
  const source = (data: GeoJSON.GeoJSON) => ({ type: 'geojson' as const, data });
  const lakes = lakesOf(feature(map, water));
  return {
    version: 8,
    sources: {
      state: source(feature(map, state)),
      water: source(lakes),
      shores: source(rounded(lakes)),
      rivers: source(feature(map, rivers)),
      counties: source(feature(map, counties)),
      borders: source(feature(map, borders)),
      places: source(feature(map, places)),
    },
    layers: layersOf(map.objects),
  };
}

type Lakes = GeoJSON.FeatureCollection<GeoJSON.Polygon>;

/** Returns one shape per lake. */
function lakesOf({ features }: GeoJSON.FeatureCollection): Lakes {
  return {
    type: 'FeatureCollection',
    features: features.flatMap(({ geometry, properties }) =>
      (geometry as GeoJSON.MultiPolygon).coordinates.map((coordinates) => ({
        type: 'Feature',
        properties,
        geometry: { type: 'Polygon', coordinates },
      })),
    ),
  };
}

function rounded({ features, ...rest }: Lakes): Lakes {
  return {
    ...rest,
    features: features.map(({ geometry, ...lake }) => ({
      ...lake,
      geometry: { ...geometry, coordinates: geometry.coordinates.map(roundedRing) },
    })),
  };
}

function roundedRing(ring: GeoJSON.Position[]): GeoJSON.Position[] {
  const numbers = smooth(ring.flat());
  return Array.from({ length: numbers.length / 2 }, (_, i) => numbers.slice(2 * i, 2 * i + 2));
}

/** Returns a color of the style sheet's maps as it appears in the current color scheme. */
export function mapColor(name: string): string {
  const probe = document.createElement('span');
  probe.style.color = `var(--map-${name})`;
  document.body.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}

/** Returns the layout and paint of names on land of a color. */
export function namesOn(land: string, layout: SymbolLayout) {
  return {
    layout: {
      'text-field': ['get', 'name'],
      // The style has no glyphs, so this selects a font of the device.
      'text-font': ['sans-serif'],
      ...layout,
    },
    paint: {
      'text-color': mapColor('name'),
      'text-halo-color': land,
      'text-halo-width': 1.5,
    },
  } satisfies Pick<SymbolLayer, 'layout' | 'paint'>;
}

/** Layout of the names of places. A marker on a place moves its name above or below it. */
export const PLACE_NAMES: SymbolLayout = {
  'text-padding': 4,
  'text-variable-anchor': ['center', 'bottom', 'top'],
  'text-radial-offset': 2.1,
};

/** Returns the layers in the current colors of the page. */
function layersOf({ water, rivers, counties, state, borders }: BaseMap['objects']): Layer[] {
  const land = mapColor('land');
  const sea = mapColor('water');
  const border = mapColor('line');
  const smoothFrom = SMOOTH_FROM_ZOOM - ZOOM_OFFSET;
  const plainFrom = state.geometries[0]!.properties.until - ZOOM_OFFSET;
  return [
    {
      id: 'ground',
      type: 'background',
      // Without the outline of the state, all ground looks the same.
      paint: { 'background-color': ['step', ['zoom'], mapColor('beyond'), plainFrom, land] },
    },
    ...whileFine(state, fill('land', 'state', land)),
    ...whileFine(water, { ...fill('water', 'water', sea), maxzoom: smoothFrom }),
    ...whileFine(water, { ...fill('shores', 'shores', sea), minzoom: smoothFrom }),
    ...whileFine(rivers, line('rivers', sea, 1)),
    ...whileFine(counties, line('counties', border, 0.5)),
    ...whileFine(borders, line('borders', border, 1)),
    ...whileFine(state, line('state', border, 1.5)),
    {
      id: 'places',
      type: 'symbol',
      source: 'places',
      ...namesOn(land, {
        ...PLACE_NAMES,
        'text-size': ['case', ['>=', ['get', 'population'], 80_000], 16, 13],
        'symbol-sort-key': ['-', ['get', 'population']],
      }),
    },
  ];
}

type Drawn = Extract<Layer, { type: 'fill' | 'line' }>;

function fill(id: string, source: string, color: string): Drawn {
  return { id, type: 'fill', source, paint: { 'fill-color': color } };
}

/** Returns a layer with the name of its source. */
function line(source: string, color: string, width: number): Drawn {
  const paint = { 'line-color': color, 'line-width': width };
  return { id: source, type: 'line', source, paint };
}

/**
 * Returns a copy of the layer for each zoom from which some of the shapes are too coarse. A filter
 * could not do this, because MapLibre applies filters at whole zooms only.
 */
function whileFine({ geometries }: Shapes, { maxzoom = Infinity, ...layer }: Drawn): Layer[] {
  const zooms = new Set(geometries.map(({ properties }) => properties.until));
  return [...zooms].map((until) => ({
    ...layer,
    id: `${layer.id} until ${until}`,
    filter: ['==', ['get', 'until'], until],
    maxzoom: Math.min(until - ZOOM_OFFSET, maxzoom),
  }));
}
