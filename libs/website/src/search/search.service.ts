import { Injectable } from '@nestjs/common';
import type { FacetCount, Facets } from '#libs/directory-index/src/facets.js';
import { BusinessesService } from '#libs/businesses/src/businesses.service.js';
import { CategoryFilters } from '#libs/businesses/src/categories/category-filters.service.js';
import { type BusinessCriteria, WHOLE_DIRECTORY } from '#libs/directory-index/src/criteria.js';
import type { BusinessDto } from '#libs/businesses/src/record/business.dto.js';
import { presentMinute } from '#libs/config/src/clock.js';
import { oldest } from '#libs/directory/src/read-results.js';
import { cityCenter } from '#libs/geography/src/cities.js';
import type { Point } from '#libs/geography/src/distance.js';
import { ApiError } from '#libs/http/src/errors/api-error.js';
import { quote } from '#libs/http/src/validation/known-fields.js';
import { plainPlace, placeSlug } from '#libs/geography/src/place-names.js';
import { plainText } from '#libs/text/src/plain-text.js';
import { countyCenter, findPlace, knownPlaceAtEnd, type Place } from './place-finder.js';
import { toCriteria } from './search-criteria.js';
import { PAGE_SIZE, type SearchQuery } from './search-query.js';

/** A page of a list, with the counts of its filters. */
export interface Listing {
  version: string;
  items: BusinessDto[];
  total: number;
  /** Corrected search text, null if there was no correction. */
  corrected: string | null;
  facets: Facets;
  /** Time at which the page changes although the directory does not. */
  until: Date;
}

/** A search resolved against the directory. */
export interface InterpretedSearch {
  version: string;
  /** The search, with the current slugs of its categories and a place split off its text. */
  search: SearchQuery;
  /** Place named by "where", undefined if it is empty or no place matches. */
  place: Place | undefined;
  criteria: BusinessCriteria;
  /** Names of the active filters. */
  names: Record<'category' | 'city' | 'county', readonly FacetCount[]>;
  /** Number of businesses that the filter "open" omits only because their hours are unknown. */
  hoursUnknown: number;
}

export interface Found extends InterpretedSearch, Listing {
  /** Businesses that closed, temporarily or for good, if no others match the text. */
  closed: BusinessDto[];
  /** Nearest matches outside the place, if it has none. */
  nearest: BusinessDto[];
  /** City of the first of them, with its number of matches. */
  nearestCity?: FacetCount;
}

/** Maximum number of closed businesses, and of nearest ones, for a search without results. */
const INSTEAD = 5;

@Injectable()
export class SearchService {
  constructor(
    private readonly businesses: BusinessesService,
    private readonly categoryFilters: CategoryFilters,
  ) {}

  /** @param limit number of businesses on a page */
  async search(query: SearchQuery, now: Date, limit = PAGE_SIZE): Promise<Found> {
    const interpreted = await this.interpret(query, now);
    const listing = await this.list({ ...interpreted.criteria, limit }, now);
    const version = oldest(listing.version, interpreted.version);
    const found = { ...interpreted, ...listing, version, closed: [], nearest: [] };
    if (listing.total > 0) return found;
    const closed = await this.closedMatches(interpreted, now);
    const nearest = await this.nearestMatches(interpreted, now);
    const city = placeSlug(nearest?.items[0]?.address.city ?? '');
    return {
      ...found,
      version: oldest(version, closed?.version ?? version, nearest?.version ?? version),
      closed: closed?.items ?? [],
      nearest: nearest?.items ?? [],
      nearestCity: nearest?.facets.cities.find(({ slug }) => slug === city),
    };
  }

  /** Returns the closed matches of a text without other matches. A search by hours has none. */
  private async closedMatches(
    { search: { q, open }, criteria }: InterpretedSearch,
    now: Date,
  ): Promise<Listing | undefined> {
    if (q === undefined || open) return undefined;
    return this.list({ ...criteria, status: 'any', page: 1, limit: INSTEAD }, now);
  }

  private async nearestMatches(
    interpreted: InterpretedSearch,
    now: Date,
  ): Promise<Listing | undefined> {
    const point = centerOf(interpreted);
    if (!point) return undefined;
    const { search } = interpreted;
    const elsewhere = { ...search, city: undefined, county: undefined, sort: undefined, page: 1 };
    const criteria = toCriteria(elsewhere, undefined, now);
    return this.list({ ...criteria, sort: 'distance', point, limit: INSTEAD }, now);
  }

  async interpret(query: SearchQuery, now: Date): Promise<InterpretedSearch> {
    const whole = await this.whole(now);
    const category = query.category && (await this.presentCategories(query.category));
    const { version = whole.version, ...read } = await this.readText(query, whole, now);
    const search = { ...query, ...read, category };
    const place = search.where === undefined ? undefined : findPlace(search.where, whole);
    const named = (facets: readonly FacetCount[], slugs: readonly string[] = []) =>
      facets.filter(({ slug }) => slugs.includes(slug));
    const criteria = toCriteria(search, place, now);
    const withoutOpen =
      search.open &&
      (await this.businesses.facets(toCriteria({ ...search, open: undefined }, place, now), now));
    return {
      version: oldest(version, whole.version, withoutOpen?.version ?? whole.version),
      search,
      place,
      criteria,
      hoursUnknown: withoutOpen?.hoursUnknown ?? 0,
      names: {
        category: named(whole.categories, search.category),
        city: named(whole.cities, search.city),
        county: named(whole.counties, search.county),
      },
    };
  }

  /** Resolves a search of a list whose only filters are category and city. */
  interpretFilters({ category, city, page }: SearchQuery, now: Date): Promise<InterpretedSearch> {
    return this.interpret({ category, city, page }, now);
  }

  /**
   * Resolves a search for a file, which has no pages and no room for a remark.
   *
   * @throws ApiError `invalid_parameter` for an unknown place, which a page ignores and mentions
   */
  async interpretForFile(query: SearchQuery, now: Date): Promise<InterpretedSearch> {
    const interpreted = await this.interpret({ ...query, page: 1 }, now);
    const { where } = interpreted.search;
    if (where === undefined || interpreted.place) return interpreted;
    throw new ApiError('invalid_parameter', `There is no place ${quote(where)} in Minnesota.`);
  }

  /**
   * Reads a text that is the name of a business as such. Otherwise splits off a place at its end,
   * unless a business's name begins with the whole text. A place alone is one if no business
   * matches its words.
   */
  private async readText(
    { asName, ...search }: SearchQuery,
    whole: Facets,
    now: Date,
  ): Promise<Partial<SearchQuery> & { version?: string }> {
    const { q, where, city, county, near } = search;
    if (asName?.q !== undefined) {
      const { version, names } = await this.namesLike(asName.q, now);
      if (names.includes(nameKey(asName.q))) return { version, ...asName };
      const read = await this.readText(search, whole, now);
      return { ...read, version: oldest(version, read.version ?? version) };
    }
    if (q === undefined || (where ?? city ?? county ?? near) !== undefined) return {};
    const found = knownPlaceAtEnd(q, whole);
    if (!found) {
      const place = findPlace(q, whole);
      if (!place || !('isGuess' in place) || place.isGuess) return {};
      const { version, names, corrected } = await this.namesLike(q, now);
      const isText = names.length > 0 && corrected === null;
      return isText ? { version } : { version, q: undefined, where: q };
    }
    const split = { q: found.q || undefined, where: found.where };
    if (found.isRegion) return split;
    const { version, names } = await this.namesLike(q, now);
    const isName = names.some((name) => name.startsWith(nameKey(q)));
    return isName ? { version } : { version, ...split };
  }

  /** Returns the names of the best matches of a text. */
  private async namesLike(q: string, now: Date) {
    const { version, items, corrected } = await this.businesses.list(
      toCriteria({ q, page: 1 }, undefined, now),
    );
    return { version, names: items.map(({ name }) => nameKey(name)), corrected };
  }

  /** Returns the current slugs of renamed categories, and unknown slugs unchanged. */
  private async presentCategories(slugs: readonly string[]): Promise<string[]> {
    const present = slugs.map(
      async (slug) => (await this.categoryFilters.presentSlug(slug)) ?? slug,
    );
    return [...new Set(await Promise.all(present))];
  }

  async list(criteria: BusinessCriteria, now: Date): Promise<Listing> {
    const { facets, ...found } = await this.businesses.list(criteria, now);
    // Businesses open and close by the minute.
    return { ...found, facets: facets!, until: presentMinute(now).end };
  }

  /** Returns the counts of the whole directory. */
  whole(now: Date): Promise<Facets> {
    return this.businesses.facets(WHOLE_DIRECTORY, now);
  }
}

/** Normalizes a name for comparison. Ends with a space, so that prefixes are whole words. */
function nameKey(name: string): string {
  return `${plainPlace(name)} `;
}

/** Returns the center of the place that a search is limited to, if known. */
function centerOf({ place, names, search }: InterpretedSearch): Point | undefined {
  const [city] = names.city;
  const [county] = search.county ?? [];
  if (place?.point) return place.point;
  if (city) return cityCenter(plainText(city.name));
  return county === undefined ? undefined : countyCenter(county);
}
