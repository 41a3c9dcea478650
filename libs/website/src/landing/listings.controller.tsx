import { Get, Param, Query } from '@nestjs/common';
import { CategoryFilters } from '#libs/businesses/src/categories/category-filters.service.js';
import { INITIALS, WHOLE_DIRECTORY } from '#libs/directory-index/src/criteria.js';
import type { FacetCount, Facets } from '#libs/directory-index/src/facets.js';
import { oldest } from '#libs/directory/src/read-results.js';
import { cityNamed } from '#libs/geography/src/cities.js';
import { countyNamed } from '#libs/geography/src/county-named.js';
import { placeSlug } from '#libs/geography/src/place-names.js';
import { ApiError } from '#libs/http/src/errors/api-error.js';
import type { CacheableRead } from '#libs/response-cache/src/representation.js';
import { slugify } from '#libs/text/src/identifiers.js';
import { BusinessList } from '../business/business-card.js';
import { PageLinks } from '../layout/page-links.js';
import type { PageContext } from '../pages/page-context.js';
import { Pages } from '../pages/pages.js';
import type { Crumb } from '../pages/view.js';
import { WebPages } from '../pages/web-pages.decorator.js';
import { expectPage, numberedTitle } from '../search/filtered-list.js';
import { type FilterLinks, Filters, ToFilters } from '../search/filters.js';
import { PAGE_SIZE, readPage, searchAddress, type SearchQuery } from '../search/search-query.js';
import { SearchService } from '../search/search.service.js';
import { englishPlural } from '../texts/category-plurals.js';
import { Alphabet, initialName } from './alphabet.js';

/** Category, place and first letter in an address. */
interface Named {
  category?: string;
  city?: string;
  county?: string;
  initial?: (typeof INITIALS)[number];
}

type Parameters = Record<string, unknown>;

/** Serves listings by category, place and first letter, each at an address of its own. */
@WebPages()
export class ListingsController {
  constructor(
    private readonly pages: Pages,
    private readonly searches: SearchService,
    private readonly categoryFilters: CategoryFilters,
  ) {}

  @Get('c/:category')
  category(@Param() named: Named, @Query() query: Parameters): CacheableRead {
    return this.respond(named, query, (page, { categories }) => {
      const { t } = page;
      const category = expectPlace(categories, named.category);
      const above = categories.find((each) => each.slug === category.parent);
      return {
        title: t.landing.category(page.categoryPlural(category.name)),
        crumbs: [
          { name: t.landing.categories, path: '/categories' },
          ...(above ? [{ name: page.categoryName(above.name), path: `/c/${above.slug}` }] : []),
          { name: page.categoryName(category.name) },
        ],
      };
    });
  }

  @Get('c/:category/in/:city')
  categoryInCity(@Param() named: Named, @Query() query: Parameters): CacheableRead {
    return this.respond(named, query, (page, { categories, cities }) => {
      const category = expectPlace(categories, named.category);
      const city = expectPlace(cities, named.city);
      return {
        title: page.t.landing.categoryIn(page.categoryPlural(category.name), city.name),
        crumbs: [
          { name: city.name, path: `/in/${city.slug}` },
          { name: page.categoryName(category.name) },
        ],
      };
    });
  }

  @Get('in/:city')
  city(@Param() named: Named, @Query() query: Parameters): CacheableRead {
    return this.respond(named, query, ({ t: { landing } }, { cities }) => {
      const { name } = expectPlace(cities, named.city);
      return {
        title: landing.city(name),
        crumbs: [{ name: landing.cities, path: '/cities' }, { name }],
      };
    });
  }

  @Get('county/:county')
  county(@Param() named: Named, @Query() query: Parameters): CacheableRead {
    return this.respond(named, query, ({ t: { landing } }, { counties }) => {
      const { name } = expectPlace(counties, named.county);
      return {
        title: landing.county(name),
        crumbs: [{ name: landing.cities, path: '/cities' }, { name: landing.countyName(name) }],
      };
    });
  }

  @Get('a-z/:initial')
  initial(@Param('initial') text: string, @Query() query: Parameters): CacheableRead {
    const initial = INITIALS.find((each) => each === text.toLowerCase());
    if (!initial) throw new ApiError('not_found', 'Use a letter, 0-9 or other.');
    return this.respond({ initial }, query, (page) => {
      const name = initialName(page, initial);
      return {
        title: page.t.landing.letter(name),
        crumbs: [{ name: page.t.landing.categories, path: '/categories' }, { name }],
      };
    });
  }

  private respond(
    named: Named,
    query: Parameters,
    describe: (page: PageContext, whole: Facets) => { title: string; crumbs: Crumb[] },
  ): CacheableRead {
    const number = readPage(query);
    const path = pathOf(named);
    const search = searchOf(named);
    const { initial } = named;
    return this.pages.respond(async (page) => {
      const whole = await this.searches.whole(page.now);
      const present = pathOf(await this.presentSlugs(named, page, whole));
      const pathOfPage = (each: number) => (each > 1 ? `${present}?page=${each}` : present);
      if (present !== path) {
        const { version } = whole;
        const moved = pathOfPage(number);
        return { version, title: '', path: moved, body: '', movedTo: page.href(moved) };
      }
      const { title, crumbs } = describe(page, whole);
      const listing = await this.searches.list(
        { ...WHOLE_DIRECTORY, ...search, initial, limit: PAGE_SIZE, page: number },
        page.now,
      );
      const { items, total, facets, until } = listing;
      expectPage(number, total);
      const numbered = numberedTitle(page, title, number);
      const list = (
        <div>
          <h2 class="lead">
            {page.t.businesses(total)}
            {facets.openNow > 0 && ` · ${page.t.landing.openNow(facets.openNow)}`}
          </h2>
          {initial && <Alphabet page={page} present={initial} />}
          <BusinessList page={page} items={items} />
          <PageLinks
            page={page}
            present={number}
            total={total}
            hrefOf={(each) => page.href(pathOfPage(each))}
          />
        </div>
      );
      return {
        version: oldest(whole.version, listing.version),
        title: numbered,
        description: `${numbered} · ${page.t.businesses(total)}`,
        path: pathOfPage(number),
        // The sitemap has every letter.
        isIndexed: total > 0 || initial !== undefined,
        until,
        crumbs,
        body: (
          <>
            <div class="list-head">
              <h1>{title}</h1>
              <ToFilters page={page} />
            </div>
            {initial ? (
              list
            ) : (
              <div class="with-filters">
                {list}
                <Filters
                  page={page}
                  facets={facets}
                  category={search.category}
                  links={linksOf(page, named)}
                />
              </div>
            )}
          </>
        ),
      };
    });
  }

  /** Replaces former slugs and other spellings, such as "st-paul" and "bakeries", if known. */
  private async presentSlugs(
    { category, city, county, initial }: Named,
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
      initial,
    };
  }
}

/**
 * Returns the path of a listing, without the language. Encodes the slugs, because the request may
 * contain any characters.
 */
function pathOf({ category, city, county, initial }: Named): string {
  return Object.entries({ c: category, in: city, county, 'a-z': initial })
    .map(([list, slug]) => (slug ? `/${list}/${encodeURIComponent(slug)}` : ''))
    .join('');
}

/** Returns the search for the businesses of a listing. */
function searchOf({ category, city, county }: Named) {
  return {
    category: category === undefined ? undefined : [category],
    city: city === undefined ? undefined : [city],
    county: county === undefined ? undefined : [county],
  };
}

/** Returns the filters of a listing. Those without pages of their own lead to a search. */
function linksOf(page: PageContext, named: Named): FilterLinks {
  const { city, county } = named;
  const search = (more: Partial<SearchQuery>) =>
    page.href(searchAddress('/search', { ...searchOf(named), ...more }));
  const narrow = (more: Named) => {
    const next = { ...named, ...more };
    const hasPage = !next.county || !(next.category ?? next.city);
    return hasPage ? page.href(pathOf(next)) : search(searchOf(next));
  };
  return {
    category: (slug) => narrow({ category: slug }),
    city: city ? undefined : (slug) => narrow({ city: slug }),
    county: city || county ? undefined : (slug) => narrow({ county: slug }),
    attribute: (filter) => search({ attributes: [filter] }),
    openNow: search({ open: 'now' }),
  };
}

/** @throws ApiError `not_found` */
function expectPlace<T extends FacetCount>(known: readonly T[], slug: string | undefined): T {
  const found = known.find((each) => each.slug === slug);
  if (!found)
    throw new ApiError('not_found', 'No business in the directory has this category or place.');
  return found;
}
