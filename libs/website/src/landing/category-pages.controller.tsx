import { Get, Param, Req } from '@nestjs/common';
import type { CacheableRead } from '#libs/response-cache/src/representation.js';
import { Pages } from '../pages/pages.js';
import { WebPages } from '../pages/web-pages.decorator.js';
import { searchAddress } from '../search/search-query.js';
import { SearchService } from '../search/search.service.js';
import { Alphabet } from './alphabet.js';
import { CategoryIndex } from './index-views.js';
import { expectPlace, ListingPages, type ListingRequest } from './listing-pages.js';

/** Serves the index of categories and listings by category. */
@WebPages()
export class CategoryPagesController {
  constructor(
    private readonly pages: Pages,
    private readonly searches: SearchService,
    private readonly listings: ListingPages,
  ) {}

  @Get('categories')
  categories(): CacheableRead {
    return this.pages.respond(async (page) => {
      const { landing } = page.t;
      const whole = await this.searches.whole(page.now);
      return {
        version: whole.version,
        title: landing.categories,
        description: landing.categoriesLead,
        path: '/categories',
        crumbs: [{ name: landing.categories }],
        body: (
          <>
            <h1>{landing.categories}</h1>
            <p class="lead">{landing.categoriesLead}</p>
            <CategoryIndex page={page} categories={whole.categories} />
            <Alphabet page={page} />
          </>
        ),
      };
    });
  }

  @Get('c/:category')
  category(@Param('category') slug: string, @Req() request: ListingRequest): CacheableRead {
    return this.listings.respond(request, { category: slug }, (page, { categories }) => {
      const { t } = page;
      const category = expectPlace(categories, slug);
      const name = page.categoryName(category.name);
      const above = categories.find((each) => each.slug === category.parent);
      return {
        title: t.landing.category(page.categoryPlural(category.name)),
        path: `/c/${slug}`,
        crumbs: [
          { name: t.landing.categories, path: '/categories' },
          ...(above ? [{ name: page.categoryName(above.name), path: `/c/${above.slug}` }] : []),
          { name },
        ],
        criteria: { category: [slug] },
        links: {
          category: (below) => `/c/${below}`,
          city: (city) => `/c/${slug}/in/${city}`,
          county: (county) => searchAddress('/search', { category: [slug], county: [county] }),
        },
      };
    });
  }

  @Get('c/:category/in/:city')
  categoryInCity(
    @Param('category') slug: string,
    @Param('city') citySlug: string,
    @Req() request: ListingRequest,
  ): CacheableRead {
    return this.listings.respond(
      request,
      { category: slug, city: citySlug },
      (page, { categories, cities }) => {
        const { t } = page;
        const category = expectPlace(categories, slug);
        const name = page.categoryName(category.name);
        const city = expectPlace(cities, citySlug);
        return {
          title: t.landing.categoryIn(page.categoryPlural(category.name), city.name),
          path: `/c/${slug}/in/${citySlug}`,
          crumbs: [{ name: city.name, path: `/in/${citySlug}` }, { name }],
          criteria: { category: [slug], city: [citySlug] },
          links: {
            category: (below) => `/c/${below}/in/${citySlug}`,
          },
        };
      },
    );
  }
}
