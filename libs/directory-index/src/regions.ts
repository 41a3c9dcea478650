import { placeSlug } from '#libs/geography/src/place-names.js';
import type { Place } from './business-rows.repository.js';
import { OPEN } from './columns.js';
import type { Directory, Scan } from './directory.js';
import { NUMBERS_AT_ONCE } from './number-set.js';

/** Named part of Minnesota. Contains the businesses in any of its cities, counties and ZIP codes. */
export interface Region {
  slug: string;
  name: string;
  otherNames: string[];
  /** Slugs. */
  cities: string[];
  counties: string[];
  postalCodes: string[];
}

export function hasPlace({ cities, counties }: Region, { citySlug, countySlug }: Place): boolean {
  return cities.includes(citySlug!) || counties.includes(countySlug!);
}

/** Returns the region with a slug, a name or another name, in any case and punctuation. */
export function regionNamed<T extends Pick<Region, 'slug' | 'name' | 'otherNames'>>(
  text: string,
  regions: readonly T[],
): T | undefined {
  const slug = placeSlug(text);
  const isNamed = (names: string[]) => names.some((each) => placeSlug(each) === slug);
  return (
    regions.find((region) => isNamed([region.slug])) ??
    regions.find(({ name, otherNames }) => isNamed([name, ...otherNames]))
  );
}

/** Counts the open businesses of each region, in the order of the regions. */
export function* tallyRegions({ columns, regions }: Directory): Scan<Uint32Array> {
  const { places, postalCodes, openInPlace, presence, placeOf, postalCodeOf } = columns;
  const indexes = (isOf: (region: Region) => boolean) =>
    regions.flatMap((region, index) => (isOf(region) ? [index] : []));
  const byPlace = places.values.map((place) => indexes((region) => hasPlace(region, place)));
  const byCode = postalCodes.values.map((code) =>
    indexes((region) => region.postalCodes.includes(code!)),
  );
  const counts = new Uint32Array(regions.length);
  byPlace.forEach((found, index) => {
    for (const region of found) counts[region]! += openInPlace[index] ?? 0;
  });
  for (let number = 0; number < columns.size; number++) {
    if (number % NUMBERS_AT_ONCE === 0) yield;
    if (presence[number] !== OPEN) continue;
    for (const region of byCode[postalCodeOf[number]!]!) {
      if (!byPlace[placeOf[number]!]!.includes(region)) counts[region]!++;
    }
  }
  return counts;
}
