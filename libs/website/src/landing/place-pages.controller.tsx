import { Get, Param, Query, Req } from '@nestjs/common';
import { matchesPlace } from '#libs/geography/src/place-names.js';
import type { CacheableRead } from '#libs/response-cache/src/representation.js';
import { Pages } from '../pages/pages.js';
import { WebPages } from '../pages/web-pages.decorator.js';
import { searchAddress } from '../search/search-query.js';
import { SearchService } from '../search/search.service.js';
import { PlaceFilter, PlaceIndex } from './index-views.js';
import { expectPlace, ListingPages, type ListingRequest } from './listing-pages.js';

/** Maximum length of the filter of places, in characters. */
const LONGEST_FILTER = 100;

/** Serves the index of places and listings by place. */
@WebPages()
export class PlacePagesController {
  constructor(
    private readonly pages: Pages,
    private readonly searches: SearchService,
    private readonly listings: ListingPages,
  ) {}

  @Get('cities')
  cities(@Query('q') text: unknown): CacheableRead {
    const q = typeof text === 'string' ? text.slice(0, LONGEST_FILTER) : undefined;
    return this.pages.respond(async (page) => {
      const { landing } = page.t;
      const { version, cities, counties } = await this.searches.whole(page.now);
      const isEmpty = !!q && ![...cities, ...counties].some(({ name }) => matchesPlace(name, q));
      return {
        version,
        title: landing.cities,
        description: landing.citiesLead,
        path: '/cities',
        isIndexed: !q,
        crumbs: [{ name: landing.cities }],
        body: (
          <>
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

  @Get('in/:city')
  city(@Param('city') slug: string, @Req() request: ListingRequest): CacheableRead {
    return this.listings.respond(request, { city: slug }, ({ t }, { cities }) => {
      const city = expectPlace(cities, slug);
      return {
        title: t.landing.city(city.name),
        path: `/in/${slug}`,
        crumbs: [{ name: t.landing.cities, path: '/cities' }, { name: city.name }],
        criteria: { city: [slug] },
        links: {
          category: (category) => `/c/${category}/in/${slug}`,
        },
      };
    });
  }

  @Get('county/:county')
  county(@Param('county') slug: string, @Req() request: ListingRequest): CacheableRead {
    return this.listings.respond(request, { county: slug }, ({ t }, { counties }) => {
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
          category: (category) =>
            searchAddress('/search', { category: [category], county: [slug] }),
          city: (city) => searchAddress('/search', { city: [city], county: [slug] }),
        },
      };
    });
  }
}
