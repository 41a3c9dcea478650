import { addProtocol, type StyleSpecification } from 'maplibre-gl';
import { Protocol } from 'pmtiles';
import { GREEN } from '../../src/map/green.ts';
import { colour } from './colour.ts';

type Layer = StyleSpecification['layers'][number];

// Includes the credits stored in the archive.
addProtocol('pmtiles', new Protocol({ metadata: true }).tile);

/**
 * Returns a style for a street map in the Protomaps schema
 * (https://docs.protomaps.com/basemaps/layers), in the current colors of the page.
 *
 * @param address address of the PMTiles archive
 */
export function streetStyle(address: string): StyleSpecification {
  return {
    version: 8,
    sources: { streets: { type: 'vector', url: `pmtiles://${address}` } },
    layers: [
      { id: 'beyond', type: 'background', paint: { 'background-color': colour('--map-town') } },
      ...layers().map((layer) => ({ ...layer, source: 'streets' }) as Layer),
    ],
  };
}

function layers() {
  const [land, water, park, building, road, line, name] = [
    '--map-town',
    '--map-water',
    '--map-park',
    '--map-building',
    '--map-road',
    '--map-line',
    '--map-name',
  ].map(colour) as [string, string, string, string, string, string, string];
  const names = {
    // The style has no glyphs, so this selects a font of the device.
    'text-font': ['sans-serif'],
    'text-field': ['get', 'name'],
  };
  const paint = { 'text-color': name, 'text-halo-color': land, 'text-halo-width': 1.5 };
  const roads = (kinds: string[], minzoom: number, width: number) => ({
    id: kinds[0],
    type: 'line',
    'source-layer': 'roads',
    minzoom,
    filter: ['in', ['get', 'kind'], ['literal', kinds]],
    layout: { 'line-cap': 'round', 'line-join': 'round' },
    paint: {
      'line-color': road,
      'line-width': ['interpolate', ['exponential', 1.6], ['zoom'], 6, 0.4, 18, width],
    },
  });
  return [
    { id: 'earth', type: 'fill', 'source-layer': 'earth', paint: { 'fill-color': land } },
    {
      id: 'green',
      type: 'fill',
      'source-layer': 'landuse',
      filter: ['in', ['get', 'kind'], ['literal', GREEN]],
      paint: { 'fill-color': park },
    },
    {
      id: 'water',
      type: 'fill',
      'source-layer': 'water',
      filter: ['==', ['geometry-type'], 'Polygon'],
      paint: { 'fill-color': water },
    },
    {
      id: 'streams',
      type: 'line',
      'source-layer': 'water',
      filter: ['==', ['geometry-type'], 'LineString'],
      paint: { 'line-color': water },
    },
    {
      id: 'buildings',
      type: 'fill',
      'source-layer': 'buildings',
      minzoom: 14,
      paint: { 'fill-color': building },
    },
    {
      id: 'paths',
      type: 'line',
      'source-layer': 'roads',
      minzoom: 14,
      filter: ['in', ['get', 'kind'], ['literal', ['path', 'rail', 'ferry']]],
      paint: { 'line-color': line, 'line-width': 0.8, 'line-dasharray': [4, 3] },
    },
    roads(['minor_road', 'other'], 12, 14),
    roads(['major_road'], 8, 20),
    roads(['highway'], 5, 26),
    {
      id: 'boundaries',
      type: 'line',
      'source-layer': 'boundaries',
      paint: { 'line-color': line, 'line-width': 0.6 },
    },
    {
      id: 'streets',
      type: 'symbol',
      'source-layer': 'roads',
      minzoom: 14,
      layout: { ...names, 'text-size': 12, 'symbol-placement': 'line' },
      paint,
    },
    {
      id: 'stations',
      type: 'symbol',
      'source-layer': 'pois',
      minzoom: 13,
      filter: ['in', ['get', 'kind'], ['literal', ['station', 'aerodrome', 'ferry_terminal']]],
      layout: { ...names, 'text-size': 12, 'text-field': ['concat', '■ ', ['get', 'name']] },
      paint,
    },
    {
      id: 'sights',
      type: 'symbol',
      'source-layer': 'pois',
      minzoom: 13,
      filter: ['in', ['get', 'kind'], ['literal', GREEN]],
      layout: { ...names, 'text-size': 12 },
      paint,
    },
    {
      id: 'lakes',
      type: 'symbol',
      'source-layer': 'water',
      filter: ['all', ['==', ['geometry-type'], 'Point'], ['has', 'name']],
      layout: { ...names, 'text-size': 12 },
      paint,
    },
    {
      id: 'places',
      type: 'symbol',
      'source-layer': 'places',
      filter: ['in', ['get', 'kind'], ['literal', ['locality', 'neighbourhood']]],
      layout: {
        ...names,
        'text-size': ['case', ['>=', ['to-number', ['get', 'population_rank']], 9], 16, 13],
        'symbol-sort-key': ['-', ['to-number', ['get', 'population_rank']]],
        'text-padding': 4,
        'text-variable-anchor': ['center', 'bottom', 'top'],
        'text-radial-offset': 2.1,
      },
      paint,
    },
  ];
}
