import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { CategoryFilters } from '#libs/businesses/src/categories/category-filters.service.js';
import { type BusinessCriteria, WHOLE_DIRECTORY } from '#libs/directory-index/src/criteria.js';
import type { FacetCount, Facets } from '#libs/directory-index/src/facets.js';
import { cityNamed } from '#libs/geography/src/cities.js';
import { countyNamed } from '#libs/geography/src/county-named.js';
import { placeSlug } from '#libs/geography/src/place-names.js';
import { oldest } from '#libs/directory/src/read-results.js';
import { ApiError } from '#libs/http/src/errors/api-error.js';
import type { CacheableRead } from '#libs/response-cache/src/representation.js';
import { slugify } from '#libs/text/src/identifiers.js';
import type { Crumb } from '../layout/breadcrumbs.js';
import type { PageContext } from '../pages/page-context.js';
import { Pages } from '../pages/pages.js';
import type { View } from '../pages/view.js';
import { expectPage, numberedTitle } from '../search/filtered-list.js';
import type { FilterLinks } from '../search/filters.js';
import { PAGE_SIZE, readPage, searchAddress, type SearchQuery } from '../search/search-query.js';
import { SearchService } from '../search/search.service.js';
import { englishPlural } from '../texts/category-plurals.js';
import { Alphabet } from './alphabet.js';
import { ListingView } from './listing-view.js';

export type ListingRequest = FastifyRequest<{ Querystring: Record<string, unknown> }>;

/** Subject, address and filters of one listing. */
interface Landing {
  title: string;
  path: string;
  crumbs: readonly Crumb[];
  criteria: Partial<BusinessCriteria>;
  /** Paths by which the list can be narrowed, in addition to attributes and opening hours. */
  links?: Pick<FilterLinks, 'category' | 'city' | 'county'>;
}

/** Category and place in an address. */
interface Named {
  category?: string;
  city?: string;
  county?: string;
}

@Injectable()
export class ListingPages {
  constructor(
    private readonly pages: Pages,
    private readonly searches: SearchService,
    private readonly categoryFilters: CategoryFilters,
  ) {}

  respond(
    request: ListingRequest,
    named: Named,
    describe: (page: PageContext, whole: Facets) => Landing,
  ): CacheableRead {
    const number = readPage(request.query);
    return this.pages.respond(async (page): Promise<View> => {
      const whole = await this.searches.whole(page.now);
      const present = pathOf(await this.presentSlugs(named, page, whole));
      if (present !== pathOf(named)) {
        const { version } = whole;
        return { version, title: '', path: present, body: '', movedTo: page.href(present) };
      }
      const { title, path, crumbs, criteria, links } = describe(page, whole);
      const listing = await this.searches.list(
        { ...WHOLE_DIRECTORY, ...criteria, limit: PAGE_SIZE, page: number },
        page.now,
      );
      expectPage(number, listing.total);
      const numbered = numberedTitle(page, title, number);
      return {
        version: oldest(whole.version, listing.version),
        title: numbered,
        description: `${numbered} · ${page.t.businesses(listing.total)}`,
        path: number > 1 ? `${path}?page=${number}` : path,
        until: listing.until,
        crumbs,
        body: (
          <ListingView
            {...{ page, title, listing, path, number }}
            category={criteria.category}
            links={links && linksOf(page, links, criteria)}
          >
            {'initial' in criteria && <Alphabet page={page} present={criteria.initial} />}
          </ListingView>
        ),
      };
    });
  }

  /** Replaces former slugs and other spellings, such as "st-paul" and "bakeries", if known. */
  private async presentSlugs(
    { category, city, county }: Named,
    page: PageContext,
    { categories, cities, counties }: Facets,
  ): Promise<Named> {
    const known = (facets: readonly FacetCount[], slug: string | undefined) =>
      facets.find((each) => each.slug === slug)?.slug;
    const isCalled = (slug: string, { name }: FacetCount) =>
      [page.categoryName(name), page.categoryPlural(name), englishPlural(name)].some(
        (each) => slugify(each) === slug,
      );
    return {
      category:
        category &&
        (known(categories, category) ??
          known(categories, await this.categoryFilters.presentSlug(category.toLowerCase())) ??
          categories.find((each) => isCalled(category, each))?.slug ??
          category),
      city:
        city &&
        (known(cities, city) ?? known(cities, placeSlug(cityNamed(city)?.name ?? city)) ?? city),
      county:
        county &&
        (known(counties, county) ??
          known(counties, placeSlug(countyNamed(county) ?? county)) ??
          county),
    };
  }
}

function pathOf({ category, city, county }: Named): string {
  return [category && `/c/${category}`, city && `/in/${city}`, county && `/county/${county}`].join(
    '',
  );
}

/** Returns all filters of a listing. Those without pages of their own lead to a search. */
function linksOf(
  page: PageContext,
  { category, city, county }: NonNullable<Landing['links']>,
  criteria: Landing['criteria'],
): FilterLinks {
  const search = { category: criteria.category, city: criteria.city, county: criteria.county };
  const hrefWith = (more: Partial<SearchQuery>) =>
    page.href(searchAddress('/search', { ...search, ...more }));
  return {
    category: (slug) => page.href(category(slug)),
    ...(city && { city: (slug) => page.href(city(slug)) }),
    ...(county && { county: (slug) => page.href(county(slug)) }),
    attribute: (filter) => hrefWith({ attributes: [filter] }),
    openNow: hrefWith({ open: 'now' }),
  };
}

/** @throws ApiError `not_found` */
export function expectPlace<T extends FacetCount>(known: readonly T[], slug: string): T {
  const found = known.find((each) => each.slug === slug);
  if (!found)
    throw new ApiError('not_found', 'No business in the directory has this category or place.');
  return found;
}
