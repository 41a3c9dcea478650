import { Get, Query } from '@nestjs/common';
import { byName, type CategoryFacet, type FacetCount } from '#libs/directory-index/src/facets.js';
import { matchesPlace } from '#libs/geography/src/place-names.js';
import type { CacheableRead } from '#libs/response-cache/src/representation.js';
import type { PageContext } from '../pages/page-context.js';
import { Pages } from '../pages/pages.js';
import { WebPages } from '../pages/web-pages.decorator.js';
import { SearchService } from '../search/search.service.js';
import { Alphabet } from './alphabet.js';

/** Maximum length of the filter of places, in characters. */
const LONGEST_FILTER = 100;

/** Serves the indexes of categories and of places. */
@WebPages()
export class IndexesController {
  constructor(
    private readonly pages: Pages,
    private readonly searches: SearchService,
  ) {}

  @Get('categories')
  categories(): CacheableRead {
    return this.pages.respond(async (page) => {
      const { categories: title, categoriesLead: lead } = page.t.landing;
      const { version, categories } = await this.searches.whole(page.now);
      const called = categories.map((each) => ({ ...each, name: page.categoryName(each.name) }));
      return {
        version,
        title,
        description: lead,
        path: '/categories',
        crumbs: [{ name: title }],
        body: (
          <>
            <h1>{title}</h1>
            <p class="lead">{lead}</p>
            <Branch page={page} categories={called} parent={null} />
            <Alphabet page={page} />
          </>
        ),
      };
    });
  }

  @Get('cities')
  cities(@Query('q') text: unknown): CacheableRead {
    const q = typeof text === 'string' ? text.slice(0, LONGEST_FILTER) : undefined;
    return this.pages.respond(async (page) => {
      const { cities: title, citiesLead: lead, counties: countiesTitle } = page.t.landing;
      const { version, cities, counties } = await this.searches.whole(page.now);
      return {
        version,
        title,
        description: lead,
        path: '/cities',
        isIndexed: !q,
        crumbs: [{ name: title }],
        body: (
          <>
            <h1>{title}</h1>
            <p class="lead">{lead}</p>
            <PlaceFilter page={page} q={q} places={[...cities, ...counties]} />
            <PlaceIndex page={page} q={q} places={cities} path="/in/" />
            <h2>{countiesTitle}</h2>
            <PlaceIndex page={page} q={q} places={counties} path="/county/" />
          </>
        ),
      };
    });
  }
}

interface BranchProperties {
  page: PageContext;
  categories: readonly CategoryFacet[];
  parent: string | null;
}

/** A tree of the categories below a parent, sorted by name. */
function Branch({ page, categories, parent }: BranchProperties) {
  const children = categories.filter((each) => each.parent === parent).sort(byName);
  if (children.length === 0) return null;
  return (
    <ul class={parent === null ? 'index' : undefined}>
      {children.map((category) => (
        <li>
          <Entry page={page} path="/c/" facet={category} />
          <Branch page={page} categories={categories} parent={category.slug} />
        </li>
      ))}
    </ul>
  );
}

interface Places {
  page: PageContext;
  places: readonly FacetCount[];
  /** Text that the names must match. */
  q: string | undefined;
}

/**
 * A field that filters the places on the page by name: when sent, and with JavaScript while typing.
 */
function PlaceFilter({ page, places, q }: Places) {
  const { landing } = page.t;
  const isEmpty = !!q && !places.some(({ name }) => matchesPlace(name, q));
  return (
    <mnbd-place-filter>
      <form class="where-form" action={page.href('/cities')}>
        <div class="field">
          <label for="place-filter">{landing.filter}</label>
          <input id="place-filter" name="q" type="search" value={q} autocomplete="off" />
        </div>
        <button type="submit">{landing.applyFilter}</button>
      </form>
      <p role="status">
        <span hidden={!isEmpty}>{landing.noPlace}</span>
      </p>
    </mnbd-place-filter>
  );
}

/** A list of all places, sorted by name. Hides the places that `q` doesn’t match. */
function PlaceIndex({ page, places, q = '', path }: Places & { path: string }) {
  return (
    <ul class="index">
      {places.toSorted(byName).map((place) => (
        <li hidden={!matchesPlace(place.name, q)}>
          <Entry page={page} path={path} facet={place} />
        </li>
      ))}
    </ul>
  );
}

interface EntryProperties {
  page: PageContext;
  /** Start of the path, before the slug. */
  path: string;
  facet: FacetCount;
}

function Entry({ page, path, facet: { slug, name, count } }: EntryProperties) {
  return (
    <a href={page.href(path + slug)}>
      <bdi>{name}</bdi>
      <span class="quiet">{page.number(count)}</span>
    </a>
  );
}
