import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { feature } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';
import type { Point } from './distance.js';

type Ring = readonly (readonly number[])[];

interface County {
  name: string;
  /** Polygons, each with its outline first and its holes after it. */
  polygons: readonly (readonly Ring[])[];
  west: number;
  south: number;
  east: number;
  north: number;
}

const MINNESOTA_FIPS = '27';

/** Tolerance outside the simplified outlines, in degrees, about 3 km. */
const TOLERANCE = 0.03;

let counties: readonly County[] | undefined;

/**
 * Returns the county of a point, or one within 3 km. Returns undefined for points farther outside
 * Minnesota.
 */
export function countyAt(latitude: number, longitude: number): string | undefined {
  return countiesAround(latitude, longitude).next().value;
}

/** Reports whether a point may be in a county, within the tolerance of the outlines. */
export function mayBeIn(county: string, latitude: number, longitude: number): boolean {
  for (const found of countiesAround(latitude, longitude)) if (found === county) return true;
  return false;
}

function* countiesAround(latitude: number, longitude: number): Generator<string, undefined> {
  for (const [north, east] of AROUND) {
    const county = countyAtExactly(latitude + north * TOLERANCE, longitude + east * TOLERANCE);
    if (county) yield county;
  }
}

/** Offsets to check: the point itself first, then the points around it. */
const AROUND = [
  [0, 0],
  [1, 0],
  [-1, 0],
  [0, 1],
  [0, -1],
  [0.7, 0.7],
  [0.7, -0.7],
  [-0.7, 0.7],
  [-0.7, -0.7],
] as const;

/**
 * Margin around the rectangle of a county, in degrees, within which a ZIP area or city may still
 * extend into it.
 */
const NEIGHBORHOOD = 0.3;

/** Reports whether a ZIP area or city with this center may extend into a county. */
export function mayReachInto(county: string, { latitude, longitude }: Point): boolean {
  counties ??= load();
  return counties.some(
    ({ name, west, south, east, north }) =>
      name === county &&
      longitude >= west - NEIGHBORHOOD &&
      longitude <= east + NEIGHBORHOOD &&
      latitude >= south - NEIGHBORHOOD &&
      latitude <= north + NEIGHBORHOOD,
  );
}

/** Returns the county whose outline, as simplified by the Census Bureau, contains a point. */
export function countyAtExactly(latitude: number, longitude: number): string | undefined {
  counties ??= load();
  return counties.find(
    (county) =>
      longitude >= county.west &&
      longitude <= county.east &&
      latitude >= county.south &&
      latitude <= county.north &&
      county.polygons.some((rings) => isInside(rings, longitude, latitude)),
  )?.name;
}

/** Reports whether a ray from the point crosses the rings an odd number of times. */
function isInside(rings: readonly Ring[], x: number, y: number): boolean {
  let inside = false;
  for (const ring of rings) {
    for (let i = 0, j = ring.length - 1; i < ring.length; j = i++) {
      const [x1, y1] = ring[i] as [number, number];
      const [x2, y2] = ring[j] as [number, number];
      if (y1 > y !== y2 > y && x < ((x2 - x1) * (y - y1)) / (y2 - y1) + x1) inside = !inside;
    }
  }
  return inside;
}

/** Loads the outlines of the Census Bureau from the package us-atlas. */
function load(): County[] {
  // `require` would keep the outlines of the whole country in memory.
  const file = createRequire(import.meta.url).resolve('us-atlas/counties-10m.json');
  const atlas = JSON.parse(readFileSync(file, 'utf8')) as Topology<{
    counties: GeometryCollection<{ name: string }>;
  }>;
  const { geometries } = atlas.objects.counties;
  const minnesota: GeometryCollection<{ name: string }> = {
    type: 'GeometryCollection',
    geometries: geometries.filter(({ id }) => String(id).startsWith(MINNESOTA_FIPS)),
  };
  return feature(atlas, minnesota).features.map(({ geometry, properties }) => {
    if (geometry.type !== 'Polygon' && geometry.type !== 'MultiPolygon') {
      throw new Error(`The outline of ${properties.name} is a ${geometry.type}`);
    }
    const polygons = geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates;
    const [xs, ys] = [0, 1].map((axis) => polygons.flat(2).map((point) => point[axis]!));
    return {
      name: properties.name,
      polygons,
      west: Math.min(...xs!),
      east: Math.max(...xs!),
      south: Math.min(...ys!),
      north: Math.max(...ys!),
    };
  });
}
