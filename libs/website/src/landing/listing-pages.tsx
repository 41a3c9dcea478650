import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { CategoryFilters } from '#libs/businesses/src/categories/category-filters.service.js';
import { type BusinessCriteria, WHOLE_DIRECTORY } from '#libs/directory-index/src/criteria.js';
import type { FacetCount, Facets } from '#libs/directory-index/src/facets.js';
import { oldest } from '#libs/directory/src/read-results.js';
import { ApiError } from '#libs/http/src/errors/api-error.js';
import type { CacheableRead } from '#libs/response-cache/src/representation.js';
import type { Crumb } from '../layout/breadcrumbs.js';
import { breadcrumbList } from '../linked-data/linked-data.js';
import type { PageContext } from '../pages/page-context.js';
import { Pages } from '../pages/pages.js';
import type { View } from '../pages/view.js';
import { expectPage, numberedTitle } from '../search/filtered-list.js';
import type { FilterLinks } from '../search/filters.js';
import { PAGE_SIZE, readPage, searchAddress, type SearchQuery } from '../search/search-query.js';
import { SearchService } from '../search/search.service.js';
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

/** A category in an address, and the path that a renamed category redirects to. */
interface NamedCategory {
  slug: string;
  pathOf: (slug: string) => string;
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
    describe: (page: PageContext, whole: Facets) => Landing,
    named?: NamedCategory,
  ): CacheableRead {
    const number = readPage(request.query);
    return this.pages.respond(request, async (page): Promise<View> => {
      const whole = await this.searches.whole(page.now);
      const moved = named && (await this.presentPath(named, whole));
      if (moved) {
        const { version } = whole;
        return { version, title: '', path: moved, body: '', movedTo: page.href(moved) };
      }
      const { title, path, crumbs, criteria, links } = describe(page, whole);
      const listing = await this.searches.list(
        { ...WHOLE_DIRECTORY, ...criteria, limit: PAGE_SIZE, page: number },
        page.now,
      );
      expectPage(number, listing.total);
      return {
        version: oldest(whole.version, listing.version),
        title: numberedTitle(page, title, number),
        path: number > 1 ? `${path}?page=${number}` : path,
        until: listing.until,
        data: [breadcrumbList(page, crumbs)],
        body: (
          <ListingView
            {...{ page, title, crumbs, listing, path, number }}
            category={criteria.category}
            links={links && linksOf(page, links, criteria)}
          >
            {'initial' in criteria && <Alphabet page={page} present={criteria.initial} />}
          </ListingView>
        ),
      };
    });
  }

  /** Returns the current path of a category that was renamed. */
  private async presentPath({ slug, pathOf }: NamedCategory, { categories }: Facets) {
    const isKnown = (wanted: string) => categories.some((category) => category.slug === wanted);
    if (isKnown(slug)) return undefined;
    const present = await this.categoryFilters.presentSlug(slug);
    return present !== undefined && isKnown(present) ? pathOf(present) : undefined;
  }
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
