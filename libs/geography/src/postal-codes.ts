import { readDataFile } from './data-file.js';
import { distance, type Point } from './distance.js';
import { placeSlug } from './place-names.js';

/** ZIP code with the city of its post office, its county and its center. */
export interface PostalArea extends Point {
  postalCode: string;
  city: string;
  county: string;
}

/** Format of ZIP codes in Minnesota, which start with 550, 551 or 553 to 567. */
const MINNESOTA = /^5(?:5[013-9]|6[0-7])\d\d$/;

/** Minimum radius assumed for a ZIP area, in meters. */
const SMALLEST_REACH = 25_000;
const NEIGHBORS = 3;

let areas: Map<string, PostalArea> | undefined;
const reaches = new Map<string, number>();

/**
 * Reports whether five digits can be a ZIP code in Minnesota, even one that is not in
 * `postalAreas`.
 */
export function isMinnesotaPostalCode(zip: string): boolean {
  return MINNESOTA.test(zip);
}

/**
 * Returns the five digits of a ZIP code or ZIP+4 code, or undefined if it can't be in Minnesota.
 */
export function minnesotaPostalCode(text: string): string | undefined {
  const zip = /^(\d{5})(?:[- ]?\d{4})?$/.exec(text)?.[1];
  return zip && isMinnesotaPostalCode(zip) ? zip : undefined;
}

/** Returns the ZIP codes of Minnesota, from GeoNames (see README.md). */
export function postalAreas(): ReadonlyMap<string, PostalArea> {
  return (areas ??= new Map(
    readDataFile('postal-codes.csv').map(
      ([postalCode = '', city = '', county = '', latitude, longitude]) => {
        const point = { latitude: Number(latitude), longitude: Number(longitude) };
        return [postalCode, { postalCode, city, county, ...point }];
      },
    ),
  ));
}

let byCity: Map<string, string[]> | undefined;

/** Returns the ZIP codes of a city; empty if it is unknown. */
export function postalCodesOf(city: string | null): readonly string[] {
  if (city === null) return [];
  if (!byCity) {
    byCity = new Map();
    for (const { postalCode, city: name } of postalAreas().values()) {
      const slug = placeSlug(name);
      byCity.set(slug, [...(byCity.get(slug) ?? []), postalCode]);
    }
  }
  return byCity.get(placeSlug(city)) ?? [];
}

/** Reports whether a point is too far from the center of a ZIP area to be in it. */
export function isFarFrom(area: PostalArea, point: Point): boolean {
  return distance(area, point) > reachOf(area);
}

/**
 * Returns the maximum distance, in meters, of a place from the center of its ZIP area. It grows
 * with the distance to the nearest ZIP codes, because areas are large where those are far apart.
 */
function reachOf(area: PostalArea): number {
  const known = reaches.get(area.postalCode);
  if (known !== undefined) return known;
  const distances = Array.from(postalAreas().values(), (other) => distance(area, other));
  const toNeighbors = distances.sort((a, b) => a - b).filter((meters) => meters > 0);
  const reach = Math.max(SMALLEST_REACH, 4 * toNeighbors[NEIGHBORS - 1]!);
  reaches.set(area.postalCode, reach);
  return reach;
}
