import { distance as slips } from 'fastest-levenshtein';
import type { FacetCount } from '#libs/directory-index/src/facets.js';
import { type Region, regionNamed } from '#libs/directory-index/src/regions.js';
import { cityCenter, cityNamed } from '#libs/geography/src/cities.js';
import { COUNTY, countyNamed } from '#libs/geography/src/county-named.js';
import type { Point } from '#libs/geography/src/distance.js';
import { placeSlug } from '#libs/geography/src/place-names.js';
import { postalAreas } from '#libs/geography/src/postal-codes.js';
import { plainText } from '#libs/text/src/plain-text.js';
import { STATE, withoutEdges } from './intent-words.js';

/** Place that a visitor's "where" refers to. */
export type Place =
  | { kind: 'city'; slug: string; name: string; point?: Point; isGuess: boolean }
  | { kind: 'county'; slug: string; name: string; point?: Point; isGuess: boolean }
  | { kind: 'region'; slug: string; name: string; region: Region; point?: Point; isGuess: boolean }
  | { kind: 'postalCode'; code: string; point?: Point }
  | { kind: 'position'; point: Point };

/** Places with businesses. */
export interface KnownPlaces {
  cities: readonly FacetCount[];
  counties: readonly FacetCount[];
  regions: readonly Region[];
}

/** Words between what is searched for and the name of a place. */
const BEFORE_PLACE = 'in|near|en|cerca de|gudaha|hauv|on|around|downtown';
const ARTICLE = 'the|el|la|del?';
const BEFORE_PLACE_LAST = new RegExp(`(?:^|\\s+)(?:${BEFORE_PLACE})$`, 'iu');
const ARTICLE_LAST = new RegExp(`(?:^|\\s+)(?:${ARTICLE})$`, 'iu');
const BEFORE_PLACE_FIRST = new RegExp(`^(?:${BEFORE_PLACE}|${ARTICLE})\\s+`, 'iu');

const POSTAL_CODE = /^(\d{5})(?:-\d{4})?$/;
/** Minimum length for correcting misspellings. Shorter names are too similar. */
const GUESS_FROM = 5;

/**
 * Finds the place named in a text, with or without the state. Longer names may contain a
 * misspelling or two.
 *
 * @returns undefined if no place matches
 */
export function findPlace(where: string, known: KnownPlaces): Place | undefined {
  const { cities, counties, regions } = known;
  const point = positionIn(where);
  if (point) return { kind: 'position', point };
  const text = where
    .trim()
    .replace(/,?\s*\b(?:mn|minn|minnesota)\b\.?(?=\s*(?:\d{5})?$)/i, '')
    .trim();
  const code = postalCodeIn(text);
  if (code) {
    const area = postalAreas().get(code);
    const center = area && { latitude: area.latitude, longitude: area.longitude };
    return { kind: 'postalCode', code, point: center };
  }
  // Before cities, because some businesses give a region as their city.
  const region = regionNamed(text, regions);
  if (region) return regionPlace(region, false);
  const slug = placeSlug(text);
  const city = cities.find((each) => each.slug === slug);
  const isCounty = COUNTY.test(text) || /\bco\b/i.test(text);
  if (city && !isCounty) return cityPlace(city, false);
  const countyName = countyNamed(text);
  const countySlug = placeSlug(countyName ?? text);
  const county =
    counties.find((each) => each.slug === countySlug) ??
    (isCounty && countyName ? { slug: countySlug, name: countyName } : undefined);
  if (county) {
    const { slug, name } = county;
    return { kind: 'county', slug, name, isGuess: false, point: countyCenter(slug) };
  }
  // A city without businesses, or another spelling of one with businesses.
  const named = isCounty ? undefined : cityNamed(text);
  if (named) return cityPlace({ slug: placeSlug(named.name), name: named.name }, false);
  const guessed = guess(slug, known);
  const rest = text.replace(BEFORE_PLACE_FIRST, '');
  return guessed || rest === text ? guessed : findPlace(rest, known);
}

/** Returns the ZIP code at the end of a text, or one of Minnesota at its start. */
function postalCodeIn(text: string): string | undefined {
  const words = text.split(/[\s,]+/);
  const [first, last] = [words[0], words.at(-1)].map((word) => POSTAL_CODE.exec(word!)?.[1]);
  return last ?? (postalAreas().has(first ?? '') ? first : undefined);
}

function guess(slug: string, { cities, regions }: KnownPlaces): Place | undefined {
  if (slug.length < GUESS_FROM) return undefined;
  const most = slug.length >= 8 ? 2 : 1;
  const nearest = <T extends { slug: string }>(places: readonly T[], limit: number) => {
    let best = undefined;
    let fewest = limit;
    for (const place of places) {
      if (Math.abs(place.slug.length - slug.length) > most) continue;
      const count = slips(place.slug, slug);
      if (count < fewest) [best, fewest] = [place, count];
    }
    return { best, fewest };
  };
  // Of equally close names, the city with the most businesses comes first.
  const city = nearest(cities, most + 1);
  const { best: region } = nearest(regions, city.fewest);
  if (region) return regionPlace(region, true);
  return city.best && cityPlace(city.best, true);
}

function regionPlace(region: Region, isGuess: boolean): Place {
  const { slug, name } = region;
  return { kind: 'region', slug, name, region, isGuess, point: centerOf(region) };
}

export function countyCenter(slug: string): Point | undefined {
  return centerOf({ cities: [], counties: [slug], postalCodes: [] });
}

/** Returns the mean of the centers of a region's ZIP areas, those of its cities and counties included. */
function centerOf({
  cities,
  counties,
  postalCodes,
}: Pick<Region, 'cities' | 'counties' | 'postalCodes'>): Point | undefined {
  const inRegion = [...postalAreas().values()].filter(
    ({ postalCode, city, county }) =>
      postalCodes.includes(postalCode) ||
      cities.includes(placeSlug(city)) ||
      counties.includes(placeSlug(county)),
  );
  if (inRegion.length === 0) return undefined;
  const mean = (of: 'latitude' | 'longitude') =>
    inRegion.reduce((sum, area) => sum + area[of], 0) / inRegion.length;
  return { latitude: mean('latitude'), longitude: mean('longitude') };
}

function cityPlace({ slug, name }: Pick<FacetCount, 'slug' | 'name'>, isGuess: boolean): Place {
  return { kind: 'city', slug, name, isGuess, point: cityCenter(plainText(name)) };
}

/** Maximum number of words in the name of a place. */
const MAX_WORDS = 6;

/**
 * Splits off a place with businesses at the end of a search text: "pizza in Uptown", "bakery Duluth",
 * "parks Cook County". The place alone may be the name of a business, and a city without businesses
 * an ordinary word.
 */
export function knownPlaceAtEnd(
  text: string,
  { cities, regions }: Pick<KnownPlaces, 'cities' | 'regions'>,
): { q: string; where: string; isRegion: boolean } | undefined {
  const words = text.trim().replace(STATE, '').split(/\s+/);
  for (let count = Math.min(words.length, MAX_WORDS); count > 0; count--) {
    const name = words.slice(-count).join(' ');
    const region = regionNamed(name, regions);
    const city = cityNamed(name);
    if (!region && !city && !(COUNTY.test(name) && countyNamed(name))) continue;
    const isEmpty = !region && city && !cities.some(({ slug }) => slug === placeSlug(city.name));
    if (isEmpty || count === words.length) return undefined;
    const before = words.slice(0, -count).join(' ').replace(ARTICLE_LAST, '');
    const q = withoutEdges(before.replace(BEFORE_PLACE_LAST, ''));
    return { q, where: region?.name ?? name, isRegion: region !== undefined };
  }
  return undefined;
}

const POSITION = /^([+-]?\d{1,3}(?:\.\d+)?)\s*,\s*([+-]?\d{1,3}(?:\.\d+)?)$/;

/** Reads a position that "Near me" wrote into the form, such as "44.978,-93.265". */
export function positionIn(where: string): Point | undefined {
  const match = POSITION.exec(where.trim());
  if (!match) return undefined;
  const latitude = Number(match[1]);
  const longitude = Number(match[2]);
  return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180
    ? { latitude, longitude }
    : undefined;
}
