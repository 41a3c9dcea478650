import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { BusinessesService } from '#libs/businesses/src/businesses.service.js';
import type { BusinessDto } from '#libs/businesses/src/record/business.dto.js';
import type { Facets } from '#libs/directory-index/src/facets.js';
import type { DealDto } from '#libs/deals/src/record/deal.dto.js';
import { placeSlug } from '#libs/geography/src/place-names.js';
import type { ApiError } from '#libs/http/src/errors/api-error.js';
import { type ErrorPage, ErrorPages } from '#libs/http/src/errors/error-pages.js';
import { BusinessList } from '../business/business-card.js';
import { Section } from '../layout/section.js';
import type { PageContext } from '../pages/page-context.js';
import { PAGE_HEADERS } from '../pages/page-headers.js';
import { Pages } from '../pages/pages.js';
import { languageOf } from '../texts/languages.js';

/** Maximum number of businesses that an error page suggests. */
const SUGGESTIONS = 5;
const LONGEST_GUESS = 60;

interface Near {
  items: BusinessDto[];
  facets?: Facets;
}

@Injectable()
export class WebsiteErrorPages extends ErrorPages {
  constructor(
    private readonly pages: Pages,
    private readonly businesses: BusinessesService,
  ) {
    super();
  }

  override async render(error: ApiError, request: FastifyRequest): Promise<ErrorPage> {
    const address = languageOf(request.url.split('?', 1)[0]!).path;
    // The page links to its address in English, and "//host" would lead to another website.
    const path = address.replace(/^[/\\]+/, '/');
    // A fixed path, such as "/search" past its last page, contains no name to search for.
    const isFixed = !/[:*]/.test(request.routeOptions.url ?? '*');
    const searchText = error.code === 'not_found' && !isFixed ? searchTextIn(path) : undefined;
    const { html } = await this.pages.render(request, async (page) => {
      const { items: near, facets } = await this.near(error, searchText, page.now);
      const text = textOf(page, error, request.id, isFixed ? path : undefined);
      const { business, errors, landing, nav } = page.t;
      return {
        title: text.title,
        path,
        isIndexed: false,
        form: { q: searchText },
        body: (
          <>
            <h1>{text.title}</h1>
            <p class="lead">{text.lead}</p>
            <Section
              id="perhaps"
              title={error.data ? business.nearby : errors.perhaps}
              items={near}
            >
              <Links links={listsCalled(searchText, page, facets)} />
              <BusinessList page={page} items={near} />
            </Section>
            <Links
              links={[
                { name: landing.categories, href: page.href('/categories') },
                { name: landing.cities, href: page.href('/cities') },
                { name: nav.map, href: page.href('/map') },
              ]}
            />
          </>
        ),
      };
    });
    return { html, headers: { ...PAGE_HEADERS, 'Referrer-Policy': 'no-referrer' } };
  }

  /**
   * Finds businesses that match the address, or that are near a removed business. Returns an empty
   * list if the search fails.
   */
  private async near(error: ApiError, searchText: string | undefined, now: Date): Promise<Near> {
    const point = (error.data as BusinessDto | undefined)?.location;
    if (!point && !searchText) return { items: [] };
    try {
      return await this.businesses.list(
        {
          page: 1,
          limit: SUGGESTIONS,
          status: 'open',
          ...(point ? { sort: 'distance', point } : { sort: 'relevance', q: searchText }),
        },
        now,
      );
    } catch {
      // The page must still show the original error.
      return { items: [] };
    }
  }
}

/** @param list path of the list that lacks the requested page or date */
function textOf(page: PageContext, error: ApiError, requestId: string, list?: string) {
  const t = page.t.errors;
  switch (error.getStatus()) {
    case 404:
      return { title: t.notFound, lead: list ? outside(page, list) : t.notFoundLead };
    case 410:
      return { title: t.gone(nameOf(error.data as Tombstone)), lead: t.goneLead };
    case 413:
      return { title: t.refused, lead: t.tooLong };
    case 429:
      return { title: t.tooMany, lead: t.tooManyLead(Number(error.headers['Retry-After'])) };
    case 503:
      return { title: t.unavailable, lead: t.unavailableLead };
    case 500:
      return { title: t.failed, lead: t.failedLead(requestId) };
    default:
      return { title: t.refused, lead: <span lang="en">{error.message}</span> };
  }
}

function outside({ t: { errors } }: PageContext, list: string): string {
  const { outsideList, calendarRange } = errors;
  return list === '/events' ? `${outsideList} ${calendarRange}` : outsideList;
}

/** Returns links to the lists that a text names, such as "duluth" or "St Paul". */
function listsCalled(text: string | undefined, page: PageContext, facets: Near['facets']) {
  const slug = placeSlug(text ?? '');
  const { categories = [], cities = [], counties = [] } = facets ?? {};
  const { countyName } = page.t.landing;
  return [
    ...categories.map((each) => ({ ...each, name: page.categoryName(each.name), list: '/c/' })),
    ...cities.map((each) => ({ ...each, list: '/in/' })),
    ...counties.map((each) => ({ ...each, name: countyName(each.name), list: '/county/' })),
  ].flatMap((each) =>
    each.slug === slug ? { name: each.name, href: page.href(each.list + slug) } : [],
  );
}

/** Data that remains of a removed business, event or deal. */
type Tombstone = Pick<BusinessDto, 'name'> | Pick<DealDto, 'title'>;

function nameOf(tombstone: Tombstone): string {
  return 'name' in tombstone ? tombstone.name : tombstone.title;
}

/**
 * Extracts the search words from an address: "/b/loon-bakery-duluth" becomes "loon bakery duluth".
 */
function searchTextIn(path: string): string | undefined {
  const last = path.split('/').filter(Boolean).at(-1) ?? '';
  let text = last;
  try {
    text = decodeURIComponent(last);
  } catch {
    // The text is not encoded, so use it unchanged.
  }
  return (
    text
      .replace(/[^\p{L}\p{N}]+/gu, ' ')
      .trim()
      .slice(0, LONGEST_GUESS) || undefined
  );
}

function Links({ links }: { links: readonly { name: string; href: string }[] }) {
  if (links.length === 0) return null;
  return (
    <ul class="inline">
      {links.map(({ name, href }) => (
        <li>
          <a href={href}>{name}</a>
        </li>
      ))}
    </ul>
  );
}
