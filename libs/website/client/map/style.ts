import type { StyleSpecification } from 'maplibre-gl';
import { feature, mesh } from 'topojson-client';
import { colour } from './colour.ts';
import type { GeometryCollection, GeometryObject, Topology } from 'topojson-specification';

type BaseMap = Topology<
  Record<'water' | 'rivers' | 'counties' | 'places', GeometryCollection> &
    Record<'state' | 'borders', GeometryObject>
>;

/** The map that the operator chose, or else the built-in one. */
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
 * The built-in map, as the server draws it: land, water, lines, and the names of cities.
 *
 * @param address of its data
 */
async function baseStyle(address: string): Promise<StyleSpecification> {
  const map = (await (await fetch(address)).json()) as BaseMap;
  const { water, rivers, counties, state, borders, places } = map.objects;
  const source = (data: GeoJSON.GeoJSON) => ({ type: 'geojson' as const, data });
  return {
    version: 8,
    sources: {
      state: source(feature(map, state)),
      water: source(feature(map, water)),
      rivers: source(feature(map, rivers)),
      // Each line once.
      counties: source(mesh(map, counties, (a, b) => a !== b)),
      borders: source(feature(map, borders)),
      places: source(feature(map, places)),
    },
    layers: layers(),
  };
}

/** Shores are coarse: nearer than this they are lines. */
const SHORES_FROM_ZOOM = 10;

/** In the colours that the page has at the moment. */
function layers(): StyleSpecification['layers'] {
  const [land, water, line, beyond, shore, name] = [
    '--map-land',
    '--map-water',
    '--map-line',
    '--map-beyond',
    '--map-water-line',
    '--map-name',
  ].map(colour) as [string, string, string, string, string, string];
  const far = { maxzoom: SHORES_FROM_ZOOM };
  return [
    { id: 'beyond', type: 'background', paint: { 'background-color': beyond } },
    { id: 'land', type: 'fill', source: 'state', paint: { 'fill-color': land } },
    { id: 'water', type: 'fill', source: 'water', ...far, paint: { 'fill-color': water } },
    { id: 'rivers', type: 'line', source: 'rivers', ...far, paint: { 'line-color': water } },
    {
      id: 'shores',
      type: 'line',
      source: 'water',
      minzoom: SHORES_FROM_ZOOM,
      paint: { 'line-color': shore, 'line-dasharray': [4, 3] },
    },
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
        // Without glyphs in the style, this is a font of the device.
        'text-font': ['sans-serif'],
        'text-size': ['case', ['>=', ['get', 'population'], 80_000], 16, 13],
        'symbol-sort-key': ['-', ['get', 'population']],
        'text-padding': 12,
      },
      paint: { 'text-color': name, 'text-halo-color': land, 'text-halo-width': 1.5 },
    },
  ];
}
