import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PROJECT_ROOT } from '#libs/config/src/project-root.js';
import { distance, type Point } from './distance.js';

/** A ZIP code: its post office's city, its county and a point in its middle. */
export interface PostalArea extends Point {
  postalCode: string;
  city: string;
  county: string;
}

const FILE = join(PROJECT_ROOT, 'libs/geography/data/postal-codes.csv');

/** The ZIP codes of Minnesota begin with 550, 551 and 553 to 567. */
const MINNESOTA = /^5(?:5[0-9]|6[0-7])\d\d$/;

/** No ZIP area is taken to be smaller than this, in metres. */
const SMALLEST_REACH = 25_000;
const NEIGHBOURS = 3;

let areas: Map<string, PostalArea> | undefined;
const reaches = new Map<string, number>();

/** Whether five digits can be a ZIP code of Minnesota, also one that is not among `postalAreas`. */
export function isMinnesotaPostalCode(zip: string): boolean {
  return MINNESOTA.test(zip);
}

/** The ZIP codes of Minnesota, from GeoNames (see README.md). */
export function postalAreas(): ReadonlyMap<string, PostalArea> {
  return (areas ??= new Map(
    readFileSync(FILE, 'utf8')
      .trimEnd()
      .split('\n')
      .slice(1)
      .map((line) => {
        const [postalCode = '', city = '', county = '', latitude, longitude] = line.split(',');
        const point = { latitude: Number(latitude), longitude: Number(longitude) };
        return [postalCode, { postalCode, city, county, ...point }];
      }),
  ));
}

/** Whether a point is too far from the middle of a ZIP area to be in it. */
export function isFarFrom(area: PostalArea, point: Point): boolean {
  return distance(area, point) > reachOf(area);
}

/**
 * How far from a ZIP's point, in metres, a place that has this ZIP may be. Areas are large where
 * ZIP codes are far apart, so it grows with the distance to the nearest others.
 */
function reachOf(area: PostalArea): number {
  const known = reaches.get(area.postalCode);
  if (known !== undefined) return known;
  const distances = Array.from(postalAreas().values(), (other) => distance(area, other));
  const toNeighbours = distances.sort((a, b) => a - b).filter((metres) => metres > 0);
  const reach = Math.max(SMALLEST_REACH, 4 * toNeighbours[NEIGHBOURS - 1]!);
  reaches.set(area.postalCode, reach);
  return reach;
}
