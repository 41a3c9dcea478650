import { Get, Query } from '@nestjs/common';
import { ApiProduces } from '@nestjs/swagger';
import type { Facets } from '#libs/directory-index/src/facets.js';
import { BusinessesService } from '#libs/businesses/src/businesses.service.js';
import { oldest } from '#libs/directory/src/read-results.js';
import { matchesPlace } from '#libs/geography/src/place-names.js';
import { postalAreas } from '#libs/geography/src/postal-codes.js';
import type { CacheableRead } from '#libs/response-cache/src/representation.js';
import { plainText } from '#libs/text/src/plain-text.js';
import { PAGE_CACHING } from '../pages/page-headers.js';
import type { PageContext } from '../pages/page-context.js';
import { Pages } from '../pages/pages.js';
import { WebPages } from '../pages/web-pages.decorator.js';
import { readSearch } from './read-search.js';
import { SearchService } from './search.service.js';
import type { Suggestion } from './suggestion.js';

const BUSINESSES = 5;
const CATEGORIES = 3;
const CITIES = 2;
const PLACES = 6;

/** Serves suggestions while the visitor types in a field of the search: `q` or `where`. */
@WebPages()
export class SuggestionsController {
  constructor(
    private readonly pages: Pages,
    private readonly searches: SearchService,
    private readonly businesses: BusinessesService,
  ) {}

  @Get('suggest')
  @ApiProduces('application/json')
  suggest(@Query() query: Record<string, unknown>): CacheableRead {
    const { q, where } = readSearch(query);
    return async (request) => {
      const page = this.pages.contextOf(request);
      const whole = await this.searches.whole(page.now);
      if (where !== undefined) {
        const body = placesBeginningWith(where, whole, page);
        return { version: whole.version, body, caching: PAGE_CACHING };
      }
      const text = plainText(q ?? '');
      if (text === '') return { version: whole.version, body: [], caching: PAGE_CACHING };
      const found = await this.businesses.list({
        page: 1,
        limit: BUSINESSES,
        sort: 'relevance',
        status: 'open',
        q,
      });
      const categories = whole.categories.filter(({ name }) =>
        ` ${plainText(name)} ${plainText(page.categoryName(name))}`.includes(` ${text}`),
      );
      const cities = whole.cities.filter(({ name }) => matchesPlace(name, text));
      const suggestions: Suggestion[] = [
        ...categories.slice(0, CATEGORIES).map(({ name, slug }) => ({
          label: page.categoryName(name),
          hint: page.t.search.category,
          href: page.href(`/c/${slug}`),
        })),
        ...cities.slice(0, CITIES).map(({ name, slug }) => ({
          label: name,
          hint: page.t.search.city,
          href: page.href(`/in/${slug}`),
        })),
        ...found.items.map(({ name, address, slug }) => ({
          label: name,
          hint: address.city ?? '',
          href: page.href(`/b/${slug}`),
        })),
      ];
      return {
        version: oldest(whole.version, found.version),
        body: suggestions,
        caching: PAGE_CACHING,
      };
    };
  }
}

/**
 * Returns the largest cities, regions, further cities, counties and ZIP codes that begin with the
 * text. Facets are sorted by count, highest first.
 */
function placesBeginningWith(where: string, whole: Facets, { t }: PageContext): Suggestion[] {
  const text = plainText(where);
  if (text === '') return [];
  const suggest = (names: string[], hint: string) =>
    names.filter((name) => matchesPlace(name, where)).map((label) => ({ label, hint }));
  const cities = suggest(
    whole.cities.map(({ name }) => name),
    t.search.city,
  );
  const regions = whole.regions
    .filter(({ name, otherNames }) =>
      [name, ...otherNames].some((each) => matchesPlace(each, where)),
    )
    .map(({ name }) => ({ label: name, hint: t.search.region }));
  const counties = suggest(
    whole.counties.map(({ name }) => t.landing.countyName(name)),
    t.search.county,
  );
  const codes = [...postalAreas().values()]
    .filter(({ postalCode }) => postalCode.startsWith(text))
    .map(({ postalCode, city }) => ({ label: postalCode, hint: city }));
  const first = cities.slice(0, CITIES);
  const others = cities.slice(CITIES);
  return [...first, ...regions, ...others, ...counties, ...codes].slice(0, PLACES);
}
