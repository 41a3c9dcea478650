import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { feature } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';
import type { LineString, MultiLineString, MultiPolygon, Point as PointShape } from 'geojson';
import { PROJECT_ROOT } from '#libs/config/src/project-root.js';
import { type Point } from '#libs/geography/src/distance.js';
import { toMercator } from '#libs/geography/src/mercator.js';
import { type Box } from './clip.js';

/** A ring or a line in Web Mercator coordinates, which range from 0 to 1. */
export interface Outline extends Box {
  /**
   * Alternating x and y coordinates. A 32-bit float is precise to a tenth of a pixel at zoom 12.
   */
  coordinates: Float32Array | Float64Array;
}

/** A shape whose edges are short enough below a zoom. */
export interface Shape {
  outlines: readonly Outline[];
  /** Zoom from which the shape must not be drawn. */
  until: number;
}

interface River extends Shape {
  /** Size class from 1, the largest, to 4. */
  level: number;
}

export interface City extends Point {
  name: string;
  population: number;
}

export interface BaseMap {
  state: Shape;
  /** Borders between other states. */
  borders: readonly Shape[];
  /** Borders between counties, each stored once. */
  counties: readonly Shape[];
  /** Lakes, each with its islands. */
  lakes: readonly Shape[];
  rivers: readonly River[];
  /** Cities, largest first. */
  cities: readonly City[];
}

type Until = Pick<Shape, 'until'>;

/** File format that make-base-map.mjs writes. */
type Source = Topology<{
  water: GeometryCollection<Until>;
  rivers: GeometryCollection<Until & { level: number }>;
  counties: GeometryCollection<Until>;
  state: GeometryCollection<Until>;
  borders: GeometryCollection<Until>;
  places: GeometryCollection<{ name: string; population: number }>;
}>;

const FILE = join(PROJECT_ROOT, 'libs/website/data/base-map.topo.json');

let map: BaseMap | undefined;

/**
 * Returns the map drawn behind the businesses, which takes about 5 MB of memory.
 * libs/website/data/README.md lists its sources. The first call takes about 150 ms, so the program
 * makes it before it listens.
 */
export function baseMap(): BaseMap {
  return (map ??= decode(JSON.parse(readFileSync(FILE, 'utf8')) as Source));
}

function decode(source: Source): BaseMap {
  const { water, rivers, counties, state, borders, places } = source.objects;
  const areas = (collection: GeometryCollection<Until>) =>
    feature(source, collection).features.flatMap(({ geometry, properties: { until } }) =>
      (geometry as MultiPolygon).coordinates.map((rings): Shape => {
        return { outlines: rings.map(projected), until };
      }),
    );
  const lines = (collection: GeometryCollection<Until>) =>
    feature(source, collection).features.map(({ geometry, properties: { until } }): Shape => {
      return { outlines: (geometry as MultiLineString).coordinates.map(projected), until };
    });
  return {
    state: areas(state)[0]!,
    borders: lines(borders),
    counties: lines(counties),
    lakes: areas(water),
    rivers: feature(source, rivers).features.map(({ geometry, properties }) => {
      return { outlines: [projected((geometry as LineString).coordinates)], ...properties };
    }),
    cities: feature(source, places)
      .features.map(({ geometry, properties }) => {
        const [longitude, latitude] = (geometry as PointShape).coordinates as [number, number];
        return { ...properties, latitude, longitude };
      })
      .sort((a, b) => b.population - a.population),
  };
}

/** Converts the points of a ring or a line to Web Mercator. */
function projected(points: readonly (readonly number[])[]): Outline {
  const coordinates = new Float32Array(points.length * 2);
  points.forEach(([longitude, latitude], i) => {
    const { x, y } = toMercator({ latitude: latitude!, longitude: longitude! });
    coordinates[2 * i] = x;
    coordinates[2 * i + 1] = y;
  });
  return outlineOf(coordinates);
}

/** Adds the bounding rectangle to the coordinates of an outline. */
export function outlineOf(coordinates: Outline['coordinates']): Outline {
  let west = 1;
  let north = 1;
  let east = 0;
  let south = 0;
  for (let i = 0; i < coordinates.length; i += 2) {
    const x = coordinates[i]!;
    const y = coordinates[i + 1]!;
    if (x < west) west = x;
    if (x > east) east = x;
    if (y < north) north = y;
    if (y > south) south = y;
  }
  return { coordinates, west, north, east, south };
}
