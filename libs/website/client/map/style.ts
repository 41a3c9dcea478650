import type { StyleSpecification } from 'maplibre-gl';
import { feature, mesh } from 'topojson-client';
import { toMercator } from '#libs/geography/src/mercator.js';
import { coarseFrom, smooth } from '../../src/map/coarse.ts';
import { colour } from './colour.ts';
import type { GeometryCollection, GeometryObject, Topology } from 'topojson-specification';

type BaseMap = Topology<
  Record<'water' | 'rivers' | 'counties' | 'places', GeometryCollection> &
    Record<'state' | 'borders', GeometryObject>
>;

/** Returns the style of the operator's map, or of the built-in map if none is configured. */
export async function styleOf({ dataset }: HTMLElement): Promise<string | StyleSpecification> {
  const { pmtiles, mapStyle, tiles, baseMap } = dataset;
  if (pmtiles) {
    const { streetStyle } = await import('./street-style.ts');
    return streetStyle(new URL(pmtiles, location.href).href);
  }
  return mapStyle ?? (tiles ? tileStyle(tiles) : baseStyle(baseMap!));
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
  const map = (await (await fetch(address)).json()) as BaseMap;
  const { water, rivers, counties, state, borders, places } = map.objects;
  const source = (data: GeoJSON.GeoJSON) => ({ type: 'geojson' as const, data });
  return {
    version: 8,
    sources: {
      state: source(feature(map, state)),
      water: source(lakesOf(feature(map, water))),
      rivers: source(feature(map, rivers)),
      // Draws shared borders once.
      counties: source(mesh(map, counties, (a, b) => a !== b)),
      borders: source(feature(map, borders)),
      places: source(feature(map, places)),
    },
    layers: layers(),
  };
}

/** Returns one shape per lake, with the zoom until which it is detailed enough. */
function lakesOf({ features }: GeoJSON.FeatureCollection): GeoJSON.FeatureCollection {
  return {
    type: 'FeatureCollection',
    features: features
      .flatMap(({ geometry }) => (geometry as GeoJSON.MultiPolygon).coordinates)
      .map((coordinates) => {
        const shore = coordinates[0]!.flatMap(([longitude, latitude]) => {
          const { x, y } = toMercator({ latitude: latitude!, longitude: longitude! });
          return [x, y];
        });
        return {
          type: 'Feature',
          // An undetailed lake has a finite zoom. JSON has no infinity.
          properties: { until: Math.min(Math.log2(coarseFrom(shore) / TILE), DRY_FROM_ZOOM) },
          geometry: { type: 'Polygon', coordinates: smoothIfLarge(coordinates) },
        };
      }),
  };
}

/** Returns the rings of a lake, with rounded corners if it is large enough to show them. */
function smoothIfLarge(rings: GeoJSON.Position[][]): GeoJSON.Position[][] {
  const longitudes = rings[0]!.map(([longitude]) => longitude!);
  if (Math.max(...longitudes) - Math.min(...longitudes) < LARGE) return rings;
  return rings.map((ring) => {
    const numbers = smooth(ring.flat());
    return Array.from({ length: numbers.length / 2 }, (_, i) => numbers.slice(2 * i, 2 * i + 2));
  });
}

/** Minimum width of a large lake, in degrees: about 4 km. */
const LARGE = 0.05;

/** Width of the world at zoom 0, in pixels. */
const TILE = 512;

/** Zoom from which no water is drawn, because all shores are too coarse. */
const DRY_FROM_ZOOM = 10;

/** Returns the layers in the current colors of the page. */
function layers(): StyleSpecification['layers'] {
  const [land, water, line, beyond, name] = [
    '--map-land',
    '--map-water',
    '--map-line',
    '--map-beyond',
    '--map-name',
  ].map(colour) as [string, string, string, string, string];
  const far = { maxzoom: DRY_FROM_ZOOM };
  return [
    { id: 'beyond', type: 'background', paint: { 'background-color': beyond } },
    { id: 'land', type: 'fill', source: 'state', paint: { 'fill-color': land } },
    {
      id: 'water',
      type: 'fill',
      source: 'water',
      ...far,
      filter: ['<', ['zoom'], ['get', 'until']],
      paint: { 'fill-color': water },
    },
    { id: 'rivers', type: 'line', source: 'rivers', ...far, paint: { 'line-color': water } },
    {
      id: 'counties',
      type: 'line',
      source: 'counties',
      paint: { 'line-color': line, 'line-width': 0.5 },
    },
    { id: 'borders', type: 'line', source: 'borders', paint: { 'line-color': line } },
    {
      id: 'state',
      type: 'line',
      source: 'state',
      paint: { 'line-color': line, 'line-width': 1.5 },
    },
    {
      id: 'places',
      type: 'symbol',
      source: 'places',
      layout: {
        'text-field': ['get', 'name'],
        // The style has no glyphs, so this selects a font of the device.
        'text-font': ['sans-serif'],
        'text-size': ['case', ['>=', ['get', 'population'], 80_000], 16, 13],
        'symbol-sort-key': ['-', ['get', 'population']],
        'text-padding': 12,
      },
      paint: { 'text-color': name, 'text-halo-color': land, 'text-halo-width': 1.5 },
    },
  ];
}
