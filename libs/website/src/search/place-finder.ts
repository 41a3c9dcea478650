import { distance as slips } from 'fastest-levenshtein';
import type { FacetCount } from '#libs/directory-index/src/facets.js';
import { cityCentre, cityNamed } from '#libs/geography/src/cities.js';
import { countyNamed } from '#libs/geography/src/county-named.js';
import type { Point } from '#libs/geography/src/distance.js';
import { placeSlug } from '#libs/geography/src/place-names.js';
import { postalAreas } from '#libs/geography/src/postal-codes.js';
import { plainText } from '#libs/text/src/plain-text.js';
import { positionIn } from './position.js';

/** Place that a visitor's "where" refers to. */
export type Place =
  | { kind: 'city'; slug: string; name: string; point?: Point; isGuess: boolean }
  | { kind: 'county'; slug: string; name: string; isGuess: boolean }
  | { kind: 'postalCode'; code: string; point?: Point }
  | { kind: 'position'; point: Point };

/** Places with businesses. */
export interface KnownPlaces {
  cities: readonly FacetCount[];
  counties: readonly FacetCount[];
}

const POSTAL_CODE = /^(\d{5})(?:-\d{4})?$/;
/** Minimum length for correcting misspellings. Shorter names are too similar. */
const GUESS_FROM = 5;

/**
 * Finds the place named in a text, with or without the state. Longer names may contain a
 * misspelling or two.
 *
 * @returns undefined if no place matches
 */
export function findPlace(where: string, { cities, counties }: KnownPlaces): Place | undefined {
  const point = positionIn(where);
  if (point) return { kind: 'position', point };
  const text = where
    .trim()
    .replace(/,?\s*\b(?:mn|minn|minnesota)\b\.?(?=\s*(?:\d{5})?$)/i, '')
    .trim();
  const code = POSTAL_CODE.exec(text.split(/[\s,]+/).at(-1) ?? '')?.[1];
  if (code) {
    const area = postalAreas().get(code);
    return { kind: 'postalCode', code, ...(area && { point: pointOf(area) }) };
  }
  const slug = placeSlug(text);
  const city = cities.find((each) => each.slug === slug);
  const isCounty = /\b(?:county|condado|co)\b\.?/i.test(text);
  if (city && !isCounty) return cityPlace(city, false);
  const countySlug = placeSlug(countyNamed(text.replace(/\b(?:condado|de)\b/gi, '')) ?? text);
  const county = counties.find((each) => each.slug === countySlug);
  if (county) return { kind: 'county', slug: county.slug, name: county.name, isGuess: false };
  // A city without businesses, or another spelling of one with businesses.
  const named = isCounty ? undefined : cityNamed(text);
  if (named) return cityPlace({ slug: placeSlug(named.name), name: named.name }, false);
  return guess(slug, cities);
}

function guess(slug: string, cities: readonly FacetCount[]): Place | undefined {
  if (slug.length < GUESS_FROM) return undefined;
  const most = slug.length >= 8 ? 2 : 1;
  // Of equally close names, the one with the most businesses comes first.
  let [best, fewest]: [FacetCount | undefined, number] = [undefined, most + 1];
  for (const city of cities) {
    if (Math.abs(city.slug.length - slug.length) > most) continue;
    const count = slips(city.slug, slug);
    if (count < fewest) [best, fewest] = [city, count];
  }
  return best && cityPlace(best, true);
}

function cityPlace({ slug, name }: Pick<FacetCount, 'slug' | 'name'>, isGuess: boolean): Place {
  const centre = cityCentre(plainText(name));
  return { kind: 'city', slug, name, isGuess, ...(centre && { point: pointOf(centre) }) };
}

function pointOf({ latitude, longitude }: Point): Point {
  return { latitude, longitude };
}
