import { Get, Param, Query, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { FacetCount, Facets } from '#libs/directory-index/src/facets.js';
import {
  type BusinessCriteria,
  INITIALS,
  WHOLE_DIRECTORY,
} from '#libs/directory-index/src/criteria.js';
import { CategoryFilters } from '#libs/businesses/src/categories/category-filters.service.js';
import { oldest } from '#libs/directory/src/read-results.js';
import { ApiError } from '#libs/http/src/errors/api-error.js';
import type { CacheableRead } from '#libs/response-cache/src/cacheable-read.js';
import { Breadcrumbs, type Crumb } from '../layout/breadcrumbs.js';
import { breadcrumbList } from '../linked-data/breadcrumb-list.js';
import type { PageContext } from '../pages/page-context.js';
import { Pages } from '../pages/pages.js';
import type { View } from '../pages/view.js';
import { WebPages } from '../pages/web-pages.decorator.js';
import type { FilterLinks } from '../search/filters.js';
import { PAGE_SIZE, readPage, searchAddress } from '../search/search-query.js';
import { SearchService } from '../search/search.service.js';
import { Alphabet, initialName } from './alphabet.js';
import { CategoryIndex, PlaceFilter, PlaceIndex } from './index-views.js';
import { ListingView } from './listing-view.js';
import { matchesName } from './matches-name.js';

type Parameters = Record<string, unknown>;

/** Maximum length of the filter of places, in characters. */
const LONGEST_FILTER = 100;

/** Subject, address and filters of one listing. */
interface Landing {
  title: string;
  path: string;
  crumbs: readonly Crumb[];
  criteria: Partial<BusinessCriteria>;
  links?: FilterLinks;
  category?: string;
}

/** Serves listings by place, by category and by first letter. */
@WebPages()
export class LandingController {
  constructor(
    private readonly pages: Pages,
    private readonly searches: SearchService,
    private readonly categoryFilters: CategoryFilters,
  ) {}

  @Get('categories')
  categories(@Req() request: FastifyRequest): CacheableRead {
    return this.pages.answer(request, async (page) => {
      const { landing } = page.t;
      const whole = await this.searches.whole(page.now);
      return {
        version: whole.version,
        title: landing.categories,
        description: landing.categoriesLead,
        path: '/categories',
        body: (
          <>
            <Breadcrumbs page={page} crumbs={[{ name: landing.categories }]} />
            <h1>{landing.categories}</h1>
            <p class="lead">{landing.categoriesLead}</p>
            <CategoryIndex page={page} categories={whole.categories} />
            <Alphabet page={page} />
          </>
        ),
      };
    });
  }

  @Get('cities')
  cities(@Query() query: Parameters, @Req() request: FastifyRequest): CacheableRead {
    const q = typeof query.q === 'string' ? query.q.slice(0, LONGEST_FILTER) : undefined;
    return this.pages.answer(request, async (page) => {
      const { landing } = page.t;
      const { version, cities, counties } = await this.searches.whole(page.now);
      const isEmpty = !!q && ![...cities, ...counties].some(({ name }) => matchesName(name, q));
      return {
        version,
        title: landing.cities,
        description: landing.citiesLead,
        path: '/cities',
        isIndexed: !q,
        body: (
          <>
            <Breadcrumbs page={page} crumbs={[{ name: landing.cities }]} />
            <h1>{landing.cities}</h1>
            <p class="lead">{landing.citiesLead}</p>
            <PlaceFilter {...{ page, q, isEmpty }} />
            <PlaceIndex {...{ page, q }} places={cities} pathOf={({ slug }) => `/in/${slug}`} />
            <h2>{landing.counties}</h2>
            <PlaceIndex
              {...{ page, q }}
              places={counties}
              pathOf={({ slug }) => `/county/${slug}`}
            />
          </>
        ),
      };
    });
  }

  @Get('c/:category')
  category(
    @Param('category') slug: string,
    @Query() query: Parameters,
    @Req() request: FastifyRequest,
  ): CacheableRead {
    return this.list(
      request,
      query,
      (page, { categories }) => {
        const { t } = page;
        const category = expectPlace(categories, slug);
        const name = page.categoryName(category.name);
        const above = categories.find((each) => each.slug === category.parent);
        return {
          title: t.landing.category(name),
          path: `/c/${slug}`,
          crumbs: [
            { name: t.landing.categories, path: '/categories' },
            ...(above ? [{ name: page.categoryName(above.name), path: `/c/${above.slug}` }] : []),
            { name },
          ],
          criteria: { category: [slug] },
          category: slug,
          links: {
            category: (below) => `/c/${below}`,
            city: (city) => `/c/${slug}/in/${city}`,
            county: (county) => searchAddress('/search', { category: slug, county }),
            openNow: searchAddress('/search', { category: slug, open: 'now' }),
          },
        };
      },
      { slug, pathOf: (present) => `/c/${present}` },
    );
  }

  @Get('c/:category/in/:city')
  categoryInCity(
    @Param('category') slug: string,
    @Param('city') citySlug: string,
    @Query() query: Parameters,
    @Req() request: FastifyRequest,
  ): CacheableRead {
    return this.list(
      request,
      query,
      (page, { categories, cities }) => {
        const { t } = page;
        const name = page.categoryName(expectPlace(categories, slug).name);
        const city = expectPlace(cities, citySlug);
        return {
          title: t.landing.categoryIn(name, city.name),
          path: `/c/${slug}/in/${citySlug}`,
          crumbs: [{ name: city.name, path: `/in/${citySlug}` }, { name }],
          criteria: { category: [slug], city: [citySlug] },
          category: slug,
          links: {
            category: (below) => `/c/${below}/in/${citySlug}`,
            openNow: searchAddress('/search', { category: slug, city: citySlug, open: 'now' }),
          },
        };
      },
      { slug, pathOf: (present) => `/c/${present}/in/${citySlug}` },
    );
  }

  @Get('in/:city')
  city(
    @Param('city') slug: string,
    @Query() query: Parameters,
    @Req() request: FastifyRequest,
  ): CacheableRead {
    return this.list(request, query, ({ t }, { cities }) => {
      const city = expectPlace(cities, slug);
      return {
        title: t.landing.city(city.name),
        path: `/in/${slug}`,
        crumbs: [{ name: t.landing.cities, path: '/cities' }, { name: city.name }],
        criteria: { city: [slug] },
        links: {
          category: (category) => `/c/${category}/in/${slug}`,
          openNow: searchAddress('/search', { city: slug, open: 'now' }),
        },
      };
    });
  }

  @Get('county/:county')
  county(
    @Param('county') slug: string,
    @Query() query: Parameters,
    @Req() request: FastifyRequest,
  ): CacheableRead {
    return this.list(request, query, ({ t }, { counties }) => {
      const county = expectPlace(counties, slug);
      return {
        title: t.landing.county(county.name),
        path: `/county/${slug}`,
        crumbs: [
          { name: t.landing.cities, path: '/cities' },
          { name: t.landing.countyName(county.name) },
        ],
        criteria: { county: [slug] },
        links: {
          category: (category) => searchAddress('/search', { category, county: slug }),
          city: (city) => `/in/${city}`,
          openNow: searchAddress('/search', { county: slug, open: 'now' }),
        },
      };
    });
  }

  @Get('a-z/:initial')
  initial(
    @Param('initial') text: string,
    @Query() query: Parameters,
    @Req() request: FastifyRequest,
  ): CacheableRead {
    return this.list(request, query, (page) => {
      const initial = INITIALS.find((each) => each === text);
      if (!initial) throw new ApiError('not_found', 'Use a letter, 0-9 or other.');
      const name = initialName(page, initial);
      return {
        title: page.t.landing.letter(name),
        path: `/a-z/${initial}`,
        crumbs: [{ name: page.t.landing.categories, path: '/categories' }, { name }],
        criteria: { initial },
      };
    });
  }

  private list(
    request: FastifyRequest,
    query: Parameters,
    describe: (page: PageContext, whole: Facets) => Landing,
    named?: NamedCategory,
  ): CacheableRead {
    const number = readPage(query);
    return this.pages.answer(request, async (page): Promise<View> => {
      const whole = await this.searches.whole(page.now);
      const moved = named && (await this.presentPath(named, whole));
      if (moved) {
        const { version } = whole;
        return { version, title: '', path: moved, body: '', movedTo: page.href(moved) };
      }
      const { title, path, crumbs, criteria, links, category } = describe(page, whole);
      const listing = await this.searches.list(
        { ...WHOLE_DIRECTORY, ...criteria, limit: PAGE_SIZE, page: number },
        page.now,
      );
      if (listing.items.length === 0 && number > 1) {
        throw new ApiError('not_found', 'This page is past the end of the list.');
      }
      return {
        version: oldest(whole.version, listing.version),
        title: number > 1 ? `${title}, ${page.t.pages.page(number).toLowerCase()}` : title,
        path: number > 1 ? `${path}?page=${number}` : path,
        until: listing.until,
        data: [breadcrumbList(page, crumbs)],
        body: (
          <ListingView
            {...{ page, title, crumbs, listing, path, number, category }}
            links={links && inLanguage(links, page)}
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

/** A category in an address, and the path that a renamed category redirects to. */
interface NamedCategory {
  slug: string;
  pathOf: (slug: string) => string;
}

/** @throws ApiError `not_found` */
function expectPlace<T extends FacetCount>(known: readonly T[], slug: string): T {
  const found = known.find((each) => each.slug === slug);
  if (!found)
    throw new ApiError('not_found', 'No business in the directory has this category or place.');
  return found;
}

function inLanguage(links: FilterLinks, page: PageContext): FilterLinks {
  const { category, city, county, openNow } = links;
  return {
    category: (slug) => page.href(category(slug)),
    ...(city && { city: (slug) => page.href(city(slug)) }),
    ...(county && { county: (slug) => page.href(county(slug)) }),
    ...(openNow && { openNow: page.href(openNow) }),
  };
}
