import type { CategoryFacet, FacetCount } from '#libs/directory-index/src/facets.js';
import { matchesPlace } from '#libs/geography/src/place-names.js';
import type { PageContext } from '../pages/page-context.js';

interface Categories {
  page: PageContext;
  categories: readonly CategoryFacet[];
}

/** A tree of all categories, sorted by name. */
export function CategoryIndex({ page, categories }: Categories) {
  const called = categories.map((each) => ({ ...each, name: page.categoryName(each.name) }));
  return <Branch page={page} categories={called} parent={null} />;
}

function Branch({ page, categories, parent }: Categories & { parent: string | null }) {
  const children = byName(categories.filter((each) => each.parent === parent));
  if (children.length === 0) return null;
  return (
    <ul class={parent === null ? 'index' : undefined}>
      {children.map(({ slug, name, count }) => (
        <li>
          <a href={page.href(`/c/${slug}`)}>
            <bdi>{name}</bdi>
            <span class="quiet">{page.number(count)}</span>
          </a>
          <Branch page={page} categories={categories} parent={slug} />
        </li>
      ))}
    </ul>
  );
}

interface Places {
  page: PageContext;
  places: readonly FacetCount[];
  pathOf: (place: FacetCount) => string;
}

interface Filter {
  page: PageContext;
  q: string | undefined;
  isEmpty: boolean;
}

/**
 * A field that filters the places on the page by name: when sent, and with JavaScript while typing.
 */
export function PlaceFilter({ page, q, isEmpty }: Filter) {
  const { landing } = page.t;
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
export function PlaceIndex({ page, places, pathOf, q = '' }: Places & { q?: string }) {
  return (
    <ul class="index">
      {byName(places).map((place) => (
        <li hidden={!matchesPlace(place.name, q)}>
          <a href={page.href(pathOf(place))}>
            <bdi>{place.name}</bdi>
            <span class="quiet">{page.number(place.count)}</span>
          </a>
        </li>
      ))}
    </ul>
  );
}

const collator = new Intl.Collator('en');

function byName<T extends FacetCount>(facets: readonly T[]): T[] {
  return facets.toSorted((a, b) => collator.compare(a.name, b.name));
}
