import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { feature, mesh, quantize } from 'topojson-client';
import { topology } from 'topojson-server';
import { planarRingArea, presimplify, simplify } from 'topojson-simplify';

/**
 * Creates base-map.topo.json from a folder with water.geojson, rivers.geojson and places.csv.
 * README.md lists their sources. Run it by hand: node libs/website/data/make-base-map.mjs <folder>
 */
const [folder] = process.argv.slice(2);
if (!folder) throw new Error('Pass the folder that contains water.geojson, rivers.geojson and places.csv.');

const MINNESOTA = '27';

/** Bounds of the picture of Minnesota and its neighbors, in degrees. */
const [WEST, SOUTH, EAST, NORTH] = [-98.5, 42.5, -88, 50];

/**
 * Number of grid steps across the map's width. Coordinates are rounded to this grid, about 40 m per
 * step.
 */
const GRID = 20_000;

/** Maximum area that removing a point may change, in square degrees: about 70 × 70 m. */
const DETAIL = 4e-7;

/** Minimum area of each class of lakes, in square kilometers. */
const AREAS = [0, 0.25, 1, 4, 16, 64, 256];

const KM_PER_DEGREE = 111.2;

const source = (name) => readFileSync(join(folder, name), 'utf8');
const collection = (features) => ({ type: 'FeatureCollection', features });

const atlas = createRequire(import.meta.url)('us-atlas/counties-10m.json');
const counties = feature(atlas, atlas.objects.counties)
  .features.filter(({ id }) => id.startsWith(MINNESOTA))
  .map(({ id, properties, geometry }) => ({ type: 'Feature', id, properties, geometry }));
const state = feature(atlas, atlas.objects.states).features.find(({ id }) => id === MINNESOTA);

/** Borders between other states, as lines within the box. */
const borders = mesh(
  atlas,
  atlas.objects.states,
  (a, b) => a !== b && a.id !== MINNESOTA && b.id !== MINNESOTA,
).coordinates.flatMap(partsInside);

/** One shape for all waters of a class, which takes a fifth of the space of one shape per water. */
const waters = JSON.parse(source('water.geojson')).features.map(
  ({ geometry }) => geometry.coordinates,
);
const water = AREAS.map((area, i) => ({
  type: 'Feature',
  properties: { area },
  geometry: {
    type: 'MultiPolygon',
    coordinates: waters.filter((polygon) => {
      const own = areaOf(polygon);
      return own >= area && !(own >= AREAS[i + 1]);
    }),
  },
}));

const places = source('places.csv')
  .trim()
  .split('\n')
  .slice(1)
  .map((line) => /^"(.*)",(\d+),([-\d.]+),([-\d.]+)$/.exec(line).slice(1))
  .map(([name, population, longitude, latitude]) => ({
    type: 'Feature',
    properties: { name, population: Number(population) },
    geometry: { type: 'Point', coordinates: [Number(longitude), Number(latitude)] },
  }));

const shapes = topology({
  water: collection(water),
  rivers: collection(JSON.parse(source('rivers.geojson')).features),
  counties: collection(counties),
  state: { type: 'Feature', properties: {}, geometry: state.geometry },
  borders: { type: 'MultiLineString', coordinates: borders },
  places: collection(places),
});
const compact = quantize(simplify(presimplify(shapes), DETAIL), GRID);
const text = `${JSON.stringify(compact)}\n`;
writeFileSync(join(import.meta.dirname, 'base-map.topo.json'), text);
console.log(`${text.length} bytes`);

/** Returns the parts of a line whose points are inside the box. */
function partsInside(line) {
  const parts = [[]];
  for (const point of line) {
    const [x, y] = point;
    if (x >= WEST && x <= EAST && y >= SOUTH && y <= NORTH) parts.at(-1).push(point);
    else if (parts.at(-1).length) parts.push([]);
  }
  return parts.filter(({ length }) => length > 1);
}

/** Returns the area in square kilometers, without islands. */
function areaOf([outline, ...islands]) {
  const inDegrees = islands.reduce(
    (area, ring) => area - planarRingArea(ring),
    planarRingArea(outline),
  );
  const latitude = outline[0][1];
  return inDegrees * KM_PER_DEGREE ** 2 * Math.cos((latitude * Math.PI) / 180);
}
