import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { feature, mesh, quantize } from 'topojson-client';
import { topology } from 'topojson-server';
import { presimplify, simplify } from 'topojson-simplify';

/**
 * Creates base-map.topo.json from a folder with water.geojson, rivers.geojson and places.csv.
 * README.md lists their sources. Run it by hand: node libs/website/data/make-base-map.mjs <folder>
 */
const [folder] = process.argv.slice(2);
if (!folder)
  throw new Error('Pass the folder that contains water.geojson, rivers.geojson and places.csv.');

const MINNESOTA = '27';

/** Bounds of the picture of Minnesota and its neighbors, in degrees. */
const WEST = -98.5;
const SOUTH = 42.5;
const EAST = -88;
const NORTH = 50;

/**
 * Number of grid steps across the map's width. Coordinates are rounded to this grid, about 40 m per
 * step.
 */
const GRID = 20_000;

/** Maximum area that removing a point may change, in square degrees: about 70 × 70 m. */
const DETAIL = 4e-7;

/** Zoom from which only names are drawn, as in src/map/coarse.ts. */
const BARE_FROM_ZOOM = 10.5;

/** Maximum average length of a shape's edges at the zoom shown, in pixels. */
const LONGEST_EDGE = 10;

/** Factor by which rounding the corners shortens the edges. */
const ROUNDED = 4;

/** Number of edges from which a rounded lake is recognizable. With fewer, it looks like an egg. */
const DETAILED = 12;

/** Width of the world at zoom 0, in pixels. */
const TILE = 256;

/** Maximum angle between a surveyed line and a compass direction, in radians. */
const SURVEYED = 0.13;

const source = (name) => readFileSync(join(folder, name), 'utf8');
const collection = (features) => ({ type: 'FeatureCollection', features });

const packed = createRequire(import.meta.url)('us-atlas/counties-10m.json');
const atlas = {
  ...packed,
  transform: null,
  arcs: packed.arcs.map(unpacked).map((arc) => rounded(rounded(rounded(arc)))),
};
const isOurs = ({ id }) => id.startsWith(MINNESOTA);
const state = feature(atlas, atlas.objects.states).features.find(isOurs);
const counties = sharedArcs(atlas.objects.counties.geometries.filter(isOurs)).map((number) =>
  lineOf(atlas.arcs[number]),
);

/** Borders between other states, as lines within the box. */
const borders = mesh(
  atlas,
  atlas.objects.states,
  (a, b) => a !== b && !isOurs(a) && !isOurs(b),
).coordinates.flatMap(partsInside);

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

const shapes = simplify(
  presimplify(
    topology({
      water: JSON.parse(source('water.geojson')),
      rivers: JSON.parse(source('rivers.geojson')),
      counties: collection(counties),
      state: collection([{ type: 'Feature', properties: {}, geometry: state.geometry }]),
      borders: collection(borders.map(lineOf)),
      places: collection(places),
    }),
  ),
  DETAIL,
);
const { water, rivers, ...rest } = shapes.objects;
shapes.objects = {
  ...rest,
  water: classes(water, 'MultiPolygon', (rings) => {
    const allowed = rings[0].length > DETAILED ? LONGEST_EDGE * ROUNDED : LONGEST_EDGE;
    return untilOf(edgesOf(rings[0]), allowed);
  }),
  rivers: {
    ...rivers,
    geometries: rivers.geometries.map((river) => ({
      ...river,
      properties: {
        level: river.properties.level,
        until: untilOf(edgesOf(feature(shapes, river).geometry.coordinates)),
      },
    })),
  },
  counties: classes(rest.counties, 'MultiLineString', (line) => untilOf(unsurveyed(line))),
  state: classes(rest.state, 'MultiPolygon', ([[ring]]) => untilOf(unsurveyed(ring))),
  borders: classes(rest.borders, 'MultiLineString', (line) => untilOf(unsurveyed(line))),
};
const text = `${JSON.stringify(quantize(shapes, GRID))}\n`;
writeFileSync(join(import.meta.dirname, 'base-map.topo.json'), text);
console.log(`${text.length} bytes`);

/**
 * Merges shapes into one per zoom from which they are hidden, `until`. This takes a fifth of the
 * space of one per shape.
 */
function classes({ geometries }, type, untilOfShape) {
  const untils = geometries.map((geometry) =>
    untilOfShape(feature(shapes, geometry).geometry.coordinates),
  );
  return {
    type: 'GeometryCollection',
    geometries: [...new Set(untils)]
      .sort((a, b) => a - b)
      .map((until) => ({
        type,
        properties: { until },
        arcs: geometries
          .filter((_, i) => untils[i] === until)
          .flatMap((member) => (member.type === type ? member.arcs : [member.arcs])),
      })),
  };
}

/** Returns the zoom, in halves, at which the edges are still short enough on average. */
function untilOf(edges, allowed = LONGEST_EDGE) {
  const length = edges.reduce((sum, [x, y]) => sum + Math.hypot(x, y), 0);
  const zoom = Math.log2((allowed * edges.length) / length / TILE);
  return length === 0 ? BARE_FROM_ZOOM : Math.min(BARE_FROM_ZOOM, Math.floor(zoom * 2) / 2);
}

/** Returns the edges of a line in Web Mercator coordinates from 0 to 1. */
function edgesOf(line) {
  const points = line.map(([longitude, latitude]) => [
    longitude / 360,
    Math.log(Math.tan(((90 + latitude) * Math.PI) / 360)) / (2 * Math.PI),
  ]);
  return points.slice(1).map(([x, y], i) => [x - points[i][0], y - points[i][1]]);
}

/** Returns the edges that are not part of a surveyed line, which is straight in reality too. */
function unsurveyed(line) {
  return edgesOf(line).filter((edge) => !isSurveyed(edge));
}

function isSurveyed([x, y]) {
  const [least, most] = [Math.abs(x), Math.abs(y)].sort((a, b) => a - b);
  return least < most * SURVEYED;
}

/** Cuts the corners of a line, except its ends and those of surveyed lines. */
function rounded(line) {
  const edges = edgesOf(line);
  return line.flatMap((point, i) => {
    const before = edges[i - 1];
    const after = edges[i];
    if (!before || !after || isSurveyed(before) || isSurveyed(after)) return [point];
    return [between(point, line[i - 1]), between(point, line[i + 1])];
  });
}

/** Returns the point after a quarter of the way. */
function between([x, y], [toX, toY]) {
  return [x + (toX - x) / 4, y + (toY - y) / 4];
}

/** Returns the points of an arc in degrees. */
function unpacked(arc) {
  const { scale, translate } = packed.transform;
  let x = 0;
  let y = 0;
  return arc.map((step) => {
    [x, y] = [x + step[0], y + step[1]];
    return [x * scale[0] + translate[0], y * scale[1] + translate[1]];
  });
}

/** Returns the numbers of the arcs that two counties share. */
function sharedArcs(geometries) {
  const numbers = geometries
    .flatMap(({ arcs }) => arcs.flat(Infinity))
    .map((number) => (number < 0 ? ~number : number));
  return numbers.filter((number, i) => numbers.indexOf(number) < i);
}

function lineOf(coordinates) {
  return { type: 'Feature', properties: {}, geometry: { type: 'LineString', coordinates } };
}

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
