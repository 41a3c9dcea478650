import { addProtocol, type StyleSpecification } from 'maplibre-gl';
import { Protocol } from 'pmtiles';
import { GREEN } from '../../src/map/green.ts';
import { mapColor, namesOn, PLACE_NAMES } from './style.ts';

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
      { id: 'beyond', type: 'background', paint: { 'background-color': mapColor('town') } },
      ...layers().map((layer) => ({ ...layer, source: 'streets' }) as Layer),
    ],
  };
}

function layers() {
  const land = mapColor('town');
  const water = mapColor('water');
  const line = mapColor('line');
  const fill = (id: string, from: string, color: string) => ({
    id,
    type: 'fill',
    'source-layer': from,
    paint: { 'fill-color': color },
  });
  const lines = (id: string, from: string, paint: object) => ({
    id,
    type: 'line',
    'source-layer': from,
    paint,
  });
  const roads = (kinds: [string, ...string[]], minzoom: number, width: number) => ({
    ...lines(kinds[0], 'roads', {
      'line-color': mapColor('road'),
      'line-width': ['interpolate', ['exponential', 1.6], ['zoom'], 6, 0.4, 18, width],
    }),
    minzoom,
    filter: isOneOf(kinds),
    layout: { 'line-cap': 'round', 'line-join': 'round' },
  });
  const names = (id: string, from: string, layout: object = {}) => ({
    id,
    type: 'symbol',
    'source-layer': from,
    ...namesOn(land, { 'text-size': 12, ...layout }),
  });
  return [
    fill('earth', 'earth', land),
    { ...fill('green', 'landuse', mapColor('park')), filter: isOneOf(GREEN) },
    { ...fill('water', 'water', water), filter: hasForm('Polygon') },
    { ...lines('streams', 'water', { 'line-color': water }), filter: hasForm('LineString') },
    { ...fill('buildings', 'buildings', mapColor('building')), minzoom: 14 },
    {
      ...lines('paths', 'roads', {
        'line-color': line,
        'line-width': 0.8,
        'line-dasharray': [4, 3],
      }),
      minzoom: 14,
      filter: isOneOf(['path', 'rail', 'ferry']),
    },
    roads(['minor_road', 'other'], 12, 14),
    roads(['major_road'], 8, 20),
    roads(['highway'], 5, 26),
    lines('boundaries', 'boundaries', { 'line-color': line, 'line-width': 0.6 }),
    { ...names('streets', 'roads', { 'symbol-placement': 'line' }), minzoom: 14 },
    {
      ...names('stations', 'pois', { 'text-field': ['concat', '■ ', ['get', 'name']] }),
      minzoom: 13,
      filter: isOneOf(['station', 'aerodrome', 'ferry_terminal']),
    },
    { ...names('sights', 'pois'), minzoom: 13, filter: isOneOf(GREEN) },
    { ...names('lakes', 'water'), filter: ['all', hasForm('Point'), ['has', 'name']] },
    {
      ...names('places', 'places', {
        ...PLACE_NAMES,
        'text-size': ['case', ['>=', ['to-number', ['get', 'population_rank']], 9], 16, 13],
        'symbol-sort-key': ['-', ['to-number', ['get', 'population_rank']]],
      }),
      filter: isOneOf(['locality', 'neighbourhood']),
    },
  ];
}

function isOneOf(kinds: readonly string[]) {
  return ['in', ['get', 'kind'], ['literal', kinds]];
}

function hasForm(form: 'Point' | 'LineString' | 'Polygon') {
  return ['==', ['geometry-type'], form];
}
