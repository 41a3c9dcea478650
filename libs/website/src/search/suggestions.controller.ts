import { Get, Query, Req } from '@nestjs/common';
import { ApiProduces } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import type { FacetCount, Facets } from '#libs/directory-index/src/facets.js';
import { BusinessesService } from '#libs/businesses/src/businesses.service.js';
import { oldest } from '#libs/directory/src/read-results.js';
import { postalAreas } from '#libs/geography/src/postal-codes.js';
import { CacheableRead } from '#libs/response-cache/src/representation.js';
import { plainText } from '#libs/text/src/plain-text.js';
import { PAGE_CACHING } from '../pages/page-headers.js';
import type { PageContext } from '../pages/page-context.js';
import { Pages } from '../pages/pages.js';
import { WebPages } from '../pages/web-pages.decorator.js';
import { readSearch } from './read-search.js';
import { SearchService } from './search.service.js';

interface Suggestion {
  label: string;
  /** Kind of suggestion, in a word or two. */
  hint: string;
  /** Page that it opens. A place completes the field instead. */
  href?: string;
}

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
  suggest(@Query() query: Record<string, unknown>, @Req() request: FastifyRequest): CacheableRead {
    const { q, where } = readSearch(query);
    return new CacheableRead(async () => {
      const page = this.pages.contextOf(request);
      const whole = await this.searches.whole(page.now);
      if (where !== undefined) {
        const body = placesBeginningWith(where, whole, page);
        return { version: whole.version, body, caching: PAGE_CACHING };
      }
      const found = q
        ? await this.businesses.list({
            page: 1,
            limit: BUSINESSES,
            sort: 'relevance',
            status: 'open',
            q,
          })
        : { items: [], version: whole.version };
      const nameOf = (name: string) => page.categoryName(name);
      const categories = beginningWith(q, whole.categories, nameOf).slice(0, CATEGORIES);
      const cities = beginningWith(q, whole.cities).slice(0, CITIES);
      const suggestions: Suggestion[] = [
        ...categories.map(({ name, slug }) => ({
          label: nameOf(name),
          hint: page.t.search.category,
          href: page.href(`/c/${slug}`),
        })),
        ...cities.map(({ name, slug }) => ({
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
    });
  }
}

/** Returns the largest cities, regions, further cities and ZIP codes that begin with the text. */
function placesBeginningWith(where: string, whole: Facets, page: PageContext): Suggestion[] {
  const t = page.t.search;
  const text = plainText(where);
  if (text === '') return [];
  const cities = beginningWith(where, whole.cities).map(({ name }) => ({
    label: name,
    hint: t.city,
  }));
  const regions = whole.regions
    .filter(({ name, otherNames }) =>
      [name, ...otherNames].some((each) => ` ${plainText(each)}`.includes(` ${text}`)),
    )
    .map(({ name }) => ({ label: name, hint: t.region }));
  const codes = [...postalAreas().values()]
    .filter(({ postalCode }) => postalCode.startsWith(text))
    .map(({ postalCode, city }) => ({ label: postalCode, hint: city }));
  const [first, others] = [cities.slice(0, CITIES), cities.slice(CITIES)];
  return [...first, ...regions, ...others, ...codes].slice(0, PLACES);
}

/**
 * Returns the facets in which a word of either name starts with the text. Facets are sorted by
 * count, highest first.
 */
function beginningWith(
  q: string | undefined,
  facets: readonly FacetCount[],
  translated = (name: string) => name,
): FacetCount[] {
  const text = plainText(q ?? '');
  if (text === '') return [];
  return facets.filter(({ name }) =>
    ` ${plainText(name)} ${plainText(translated(name))}`.includes(` ${text}`),
  );
}
